/** The ways to sign in: by e-mail and password, by the owner's key, by the provider of identities. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { callApi, toApiUrl } from './call-api.ts';
import { CodeField } from './code-field.tsx';
import { useLocale } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';
import { useSignIn } from './use-sign-in.ts';

export interface SignInFormProps {
	readonly onSignedIn: () => void;
	/** Whether several accounts have the address, and one must be named. */
	readonly needsAccount?: boolean;
	/** What is on the page stays there: the provider is opened in another tab. */
	readonly isOverPage?: boolean;
}

export const SignInForm: FunctionComponent<SignInFormProps> = ({
	onSignedIn,
	needsAccount = false,
	isOverPage = false,
}) => {
	const { texts } = useLocale();
	const [way, setWay] = useState('password');
	const [account, setAccount] = useState('');
	const tabs = [
		{ name: 'password', title: texts.signIn.withPassword },
		{ name: 'key', title: texts.signIn.withKey },
	];
	return (
		<>
			<Tabs label={texts.signIn.ways} tabs={tabs} chosen={way} onChoose={setWay}>
				{way === 'password' ? (
					<PasswordForm onSignedIn={onSignedIn} account={account} />
				) : (
					<KeyForm onSignedIn={onSignedIn} />
				)}
			</Tabs>
			<ProviderButton account={account} isOverPage={isOverPage} />
			<details open={needsAccount}>
				<summary>{texts.signIn.severalAccounts}</summary>
				<Field label={texts.signIn.account} hint={texts.signIn.accountHint}>
					<input
						autocomplete="off"
						spellcheck={false}
						value={account}
						onInput={({ currentTarget }) => setAccount(currentTarget.value.trim())}
					/>
				</Field>
			</details>
		</>
	);
};

interface PasswordFormProps extends SignInFormProps {
	/** Its id; empty where none is named. */
	readonly account: string;
}

const PasswordForm: FunctionComponent<PasswordFormProps> = ({ onSignedIn, account }) => {
	const { texts } = useLocale();
	const [email, setEmail] = useState('');
	const [password, setPassword] = useState('');
	const { isSending, message, code, send } = useSignIn(onSignedIn, texts.signIn.wrong);
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void send('/sign_in', { email: email.trim(), password, ...(account !== '' && { account_id: account }) });
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

interface SignInMethods {
	readonly methods: readonly string[];
	readonly oidc_name: string | null;
}

/** Leads to the provider of identities, where there is one. */
const ProviderButton: FunctionComponent<{ readonly account: string; readonly isOverPage: boolean }> = ({
	account,
	isOverPage,
}) => {
	const { texts, fill } = useLocale();
	const { value } = useLoaded((signal) => callApi<SignInMethods>('/sign_in', { signal }), 'methods');
	if (value === undefined || !value.methods.includes('oidc')) return null;
	return (
		<a
			class="button"
			href={toApiUrl('/sign_in/oidc', { account_id: account })}
			target={isOverPage ? '_blank' : undefined}
			rel={isOverPage ? 'noopener' : undefined}
		>
			{fill(texts.signIn.oidc, { name: value.oidc_name ?? texts.signIn.oidcName })}
		</a>
	);
};
