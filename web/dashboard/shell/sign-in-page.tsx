/** The first page of whoever is not signed in. A link that signs in is used by a click, so that no preview uses it up. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { Choices } from './layout.tsx';
import { toServerUrl } from './router.tsx';
import { SignInForm, type SignInFormProps } from './sign-in-form.tsx';
import { useLocale } from './texts.tsx';

const linkStart = '#link=';

export const SignInPage: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const [token] = useState(() => (location.hash.startsWith(linkStart) ? location.hash.slice(linkStart.length) : ''));
	const [isUsed, setUsed] = useState(false);
	useEffect(() => {
		document.title = `${texts.signIn.title} · ${texts.shell.dashboard}`;
		// The token is not kept in the history of the browser.
		if (token !== '') history.replaceState(null, '', location.pathname);
	}, [texts, token]);
	return (
		<main class="sign-in">
			<div class="card stack">
				<img src={toServerUrl('welcome/icon.svg')} alt="" width={44} height={44} />
				<h1>{texts.signIn.title}</h1>
				{isUsed && <Notice kind="error">{texts.signIn.linkUsed}</Notice>}
				{token !== '' && !isUsed ? (
					<LinkForm token={token} onSignedIn={onSignedIn} onUsed={() => setUsed(true)} />
				) : (
					<>
						<SignInForm onSignedIn={onSignedIn} />
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
	const [message, setMessage] = useState<string>();
	async function use(): Promise<void> {
		setMessage(undefined);
		try {
			await callApi('/sign_in/link', { method: 'POST', body: { token } });
			onSignedIn();
		} catch (error) {
			if (error instanceof ApiError && error.status === 401) onUsed();
			else setMessage(error instanceof ApiError ? error.message : texts.shell.notReached);
		}
	}
	return (
		<div class="stack">
			<p>
				{texts.signIn.link}. {texts.signIn.linkHint}
			</p>
			{message !== undefined && <Notice kind="error">{message}</Notice>}
			<button type="button" class="button strong" onClick={use}>
				{texts.signIn.submit}
			</button>
		</div>
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
