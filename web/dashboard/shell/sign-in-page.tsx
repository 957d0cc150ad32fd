/** The first page of whoever is not signed in. A link that signs in is used by a click, so that no preview uses it up. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { callApi, toApiUrl } from './call-api.ts';
import { CodeField } from './code-field.tsx';
import { Choices } from './layout.tsx';
import { toServerUrl } from './router.tsx';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';
import { useLocale } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';
import { useSignIn } from './use-sign-in.ts';

const linkStart = '#link=';
/** Where the provider of identities led back without success. */
const errorStart = '#error=';

export const SignInPage: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const providerErrors: Readonly<Record<string, string>> = texts.signIn.errors;
	const [token] = useState(() => (location.hash.startsWith(linkStart) ? location.hash.slice(linkStart.length) : ''));
	const [refusal] = useState(() =>
		location.hash.startsWith(errorStart) ? location.hash.slice(errorStart.length) : '',
	);
	const [isUsed, setUsed] = useState(false);
	useEffect(() => {
		document.title = `${texts.signIn.title} · ${texts.shell.dashboard}`;
		// The token is not kept in the history of the browser.
		if (token !== '' || refusal !== '') history.replaceState(null, '', location.pathname);
	}, [texts, token, refusal]);
	return (
		<main class="sign-in">
			<div class="card stack">
				<img src={toServerUrl('welcome/icon.svg')} alt="" width={44} height={44} />
				<h1>{texts.signIn.title}</h1>
				{refusal !== '' && <Notice kind="error">{providerErrors[refusal] ?? texts.signIn.errors.oidc_failed}</Notice>}
				{isUsed && <Notice kind="error">{texts.signIn.linkUsed}</Notice>}
				{token !== '' && !isUsed ? (
					<LinkForm token={token} onSignedIn={onSignedIn} onUsed={() => setUsed(true)} />
				) : (
					<>
						<SignInForm onSignedIn={onSignedIn} />
						<ProviderButton />
						<p class="muted">{texts.signIn.firstWay}</p>
					</>
				)}
			</div>
			<Choices />
		</main>
	);
};

interface LinkFormProps extends SignInFormProps {
	readonly token: string;
	readonly onUsed: () => void;
}

const LinkForm: FunctionComponent<LinkFormProps> = ({ token, onSignedIn, onUsed }) => {
	const { texts } = useLocale();
	const { isSending, message, code, send } = useSignIn(onSignedIn, texts.signIn.linkUsed);
	async function use(): Promise<void> {
		if ((await send('/sign_in/link', { token })) === 401) onUsed();
	}
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void use();
			}}
		>
			<p>
				{texts.signIn.link}. {texts.signIn.linkHint}
			</p>
			{message !== undefined && <Notice kind="error">{message}</Notice>}
			<CodeField code={code} />
			<button type="submit" class="button strong" disabled={isSending}>
				{texts.signIn.submit}
			</button>
		</form>
	);
};

interface SignInMethods {
	readonly methods: readonly string[];
	readonly oidc_name: string | null;
}

/** Leads to the provider of identities, where there is one. */
const ProviderButton: FunctionComponent = () => {
	const { texts, fill } = useLocale();
	const { value } = useLoaded((signal) => callApi<SignInMethods>('/sign_in', { signal }), 'methods');
	if (value === undefined || !value.methods.includes('oidc')) return null;
	return (
		<a class="button" href={toApiUrl('/sign_in/oidc')}>
			{fill(texts.signIn.oidc, { name: value.oidc_name ?? texts.signIn.oidcName })}
		</a>
	);
};

/** Over a page whose session has ended. */
export const SignInAgainDialog: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	return (
		<Dialog title={texts.signIn.again} onClose={onSignedIn}>
			<p>{texts.signIn.againHint}</p>
			<SignInForm onSignedIn={onSignedIn} />
		</Dialog>
	);
};
