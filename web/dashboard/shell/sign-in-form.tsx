/** The ways to sign in: by e-mail and password, by the owner's key. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { type Locale, useLocale } from './texts.tsx';

export interface SignInFormProps {
	readonly onSignedIn: () => void;
}

export const SignInForm: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const [way, setWay] = useState('password');
	const tabs = [
		{ name: 'password', title: texts.signIn.withPassword },
		{ name: 'key', title: texts.signIn.withKey },
	];
	return (
		<Tabs label={texts.signIn.ways} tabs={tabs} chosen={way} onChoose={setWay}>
			{way === 'password' ? <PasswordForm onSignedIn={onSignedIn} /> : <KeyForm onSignedIn={onSignedIn} />}
		</Tabs>
	);
};

interface Attempt {
	readonly isSending: boolean;
	readonly message: string | undefined;
	send(path: string, body: object): Promise<void>;
}

function useAttempt(onSignedIn: () => void, wrong: string): Attempt {
	const locale = useLocale();
	const [isSending, setSending] = useState(false);
	const [message, setMessage] = useState<string>();
	return {
		isSending,
		message,
		async send(path, body) {
			setSending(true);
			setMessage(undefined);
			try {
				await callApi(path, { method: 'POST', body });
				onSignedIn();
			} catch (error) {
				setMessage(toSignInMessage(error, wrong, locale));
			} finally {
				setSending(false);
			}
		},
	};
}

function toSignInMessage(error: unknown, wrong: string, { texts }: Locale): string {
	if (!(error instanceof ApiError)) return texts.shell.notReached;
	if (error.status === 401) return wrong;
	return error.status === 429 ? texts.signIn.tooOften : error.message;
}

const PasswordForm: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const { isSending, message, send } = useAttempt(onSignedIn, texts.signIn.wrong);
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void send('/sign_in', { email: email.trim(), password });
			}}
		>
			{message !== undefined && <Notice kind="error">{message}</Notice>}
			<Field label={texts.signIn.email}>
				<input
					type="email"
					name="email"
					autocomplete="username"
					required
					value={email}
					onInput={({ currentTarget }) => setEmail(currentTarget.value)}
				/>
			</Field>
			<Field label={texts.signIn.password}>
				<input
					type="password"
					name="password"
					autocomplete="current-password"
					required
					value={password}
					onInput={({ currentTarget }) => setPassword(currentTarget.value)}
				/>
			</Field>
			<button type="submit" class="button strong" disabled={isSending}>
				{texts.signIn.submit}
			</button>
		</form>
	);
};

const KeyForm: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const [key, setKey] = useState('');
	const { isSending, message, send } = useAttempt(onSignedIn, texts.signIn.wrongKey);
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void send('/sign_in/key', { key: key.trim() });
			}}
		>
			{message !== undefined && <Notice kind="error">{message}</Notice>}
			<Field label={texts.signIn.key} hint={texts.signIn.keyHint}>
				<input
					type="password"
					name="key"
					autocomplete="off"
					required
					value={key}
					onInput={({ currentTarget }) => setKey(currentTarget.value)}
				/>
			</Field>
			<button type="submit" class="button strong" disabled={isSending}>
				{texts.signIn.submit}
			</button>
		</form>
	);
};
