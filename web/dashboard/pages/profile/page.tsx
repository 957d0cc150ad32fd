/** Who is signed in: the session, the password, and the ways out. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { callApi } from '../../shell/call-api.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { toPageUrl } from '../../shell/root.ts';
import { useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useSaving } from '../../shell/use-saving.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

adoptStyles('.qr-code { inline-size: 200px; max-inline-size: 100%; border-radius: 8px; }');

export const Page: FunctionComponent = () => {
	const { texts, date } = useLocale();
	const { session } = useSession();
	const { user, account } = session;
	const methods: Readonly<Record<string, string>> = texts.profile.methods;
	return (
		<>
			<PageHead title={texts.shell.profile} />
			<div class="columns">
				<section class="card stack">
					<h2>{texts.profile.you}</h2>
					<dl class="pairs">
						<dt>{texts.profile.name}</dt>
						<dd dir="auto">{user.name}</dd>
						<dt>{texts.profile.email}</dt>
						<dd>{user.email ?? '–'}</dd>
						<dt>{texts.profile.account}</dt>
						<dd dir="auto">{account.name}</dd>
						<dt>{texts.profile.accountId}</dt>
						<dd>
							<code>{account.id}</code>
						</dd>
						<dt>{texts.profile.role}</dt>
						<dd>{texts.profile[user.role]}</dd>
						<dt>{texts.profile.how}</dt>
						<dd>{methods[session.method] ?? session.method}</dd>
						<dt>{texts.profile.signedIn}</dt>
						<dd>{date(session.created_at)}</dd>
						<dt>{texts.profile.until}</dt>
						<dd>{date(session.expires_at)}</dd>
					</dl>
				</section>
				<section class="card stack">
					<h2>{texts.profile.password}</h2>
					{user.email === null ? (
						<p class="hint">{texts.profile.noEmail}</p>
					) : (
						<PasswordForm needsCurrent={session.method === 'password'} email={user.email} />
					)}
				</section>
				<SecondFactor />
				<section class="card stack">
					<h2>{texts.profile.sessions}</h2>
					<p class="hint">{texts.profile.sessionsHint}</p>
					<SignOut />
				</section>
			</div>
		</>
	);
};

const SignOut: FunctionComponent = () => {
	const { texts } = useLocale();
	const saving = useSaving();
	/** The page is loaded anew, so that nothing of the session stays in memory. */
	async function leave(path: string): Promise<void> {
		await callApi(path, { method: 'DELETE' });
		location.assign(toPageUrl(''));
	}
	return (
		<div class="row">
			{saving.message !== undefined && <p class="problem">{saving.message}</p>}
			<button type="button" class="button" onClick={() => saving.save(() => leave('/session'))}>
				{texts.shell.signOut}
			</button>
			<button type="button" class="button danger" onClick={() => saving.save(() => leave('/sessions'))}>
				{texts.shell.signOutEverywhere}
			</button>
		</div>
	);
};
