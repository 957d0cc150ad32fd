/** The first page of whoever is not signed in. A link that signs in is used by a click, so that no preview uses it up. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../../ui/notice.tsx';
import { Choices } from './layout.tsx';
import { LinkForm } from './link-form.tsx';
import { toServerUrl } from './router.tsx';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';
import { useLocale } from './texts.tsx';
import { useHashValue } from './use-hash-value.ts';

export const SignInPage: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const token = useHashValue('link');
	/** Where the provider of identities led back without success. */
	const refusal = useHashValue('error');
	const [isUsed, setUsed] = useState(false);
	useEffect(() => {
		document.title = `${texts.signIn.title} · ${texts.shell.dashboard}`;
	}, [texts]);
	return (
		<main class="sign-in">
			<div class="card stack">
				<img src={toServerUrl('welcome/icon.svg')} alt="" width={44} height={44} />
				<h1>{texts.signIn.title}</h1>
				{refusal !== '' && <Notice kind="error">{toReason(texts.signIn.errors, refusal)}</Notice>}
				{isUsed && <Notice kind="error">{texts.signIn.linkUsed}</Notice>}
				{token !== '' && !isUsed ? (
					<LinkForm token={token} onSignedIn={onSignedIn} onUsed={() => setUsed(true)} />
				) : (
					<>
						<SignInForm onSignedIn={onSignedIn} needsAccount={refusal === 'oidc_several_users'} />
						<p class="muted">{texts.signIn.firstWay}</p>
					</>
				)}
			</div>
			<Choices />
		</main>
	);
};

function toReason(errors: Readonly<Record<string, string>> & { readonly oidc_failed: string }, name: string): string {
	return (Object.hasOwn(errors, name) ? errors[name] : undefined) ?? errors.oidc_failed;
}
