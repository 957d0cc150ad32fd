/** The ways to sign in: by e-mail and password, by the owner's key. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CodeField } from './code-field.tsx';
import { useLocale } from './texts.tsx';
import { useSignIn } from './use-sign-in.ts';

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

const PasswordForm: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const { isSending, message, code, send } = useSignIn(onSignedIn, texts.signIn.wrong);
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
			<CodeField code={code} />
			<button type="submit" class="button strong" disabled={isSending}>
				{texts.signIn.submit}
			</button>
		</form>
	);
};

const KeyForm: FunctionComponent<SignInFormProps> = ({ onSignedIn }) => {
	const { texts } = useLocale();
	const [key, setKey] = useState('');
	const { isSending, message, send } = useSignIn(onSignedIn, texts.signIn.wrongKey);
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
