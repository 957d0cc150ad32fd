/** The second factor of whoever is signed in: set up with an authenticator app, removed with one of its codes. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi } from '../../shell/call-api.ts';
import { CopiedText } from '../../shell/copied-text.tsx';
import { CurrentPassword } from '../../shell/current-password.tsx';
import { useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useSaving } from '../../shell/use-saving.ts';
import { QrCode } from './qr-code.tsx';

interface Secret {
	readonly secret: string;
	readonly uri: string;
}

export const SecondFactor: FunctionComponent = () => {
	const { texts } = useLocale();
	const { session, reload } = useSession();
	const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
	return (
		<section class="card stack">
			<h2>{texts.profile.factor}</h2>
			{recoveryCodes !== undefined && (
				<RecoveryCodes
					codes={recoveryCodes}
					onKept={() => {
						setRecoveryCodes(undefined);
						reload();
					}}
				/>
			)}
			{recoveryCodes === undefined && session.has_second_factor && <RemoveFactor onRemoved={reload} />}
			{recoveryCodes === undefined && !session.has_second_factor && <SetUp onActive={setRecoveryCodes} />}
		</section>
	);
};

const SetUp: FunctionComponent<{ readonly onActive: (codes: readonly string[]) => void }> = ({ onActive }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const [current, setCurrent] = useState('');
	const [secret, setSecret] = useState<Secret>();
	const saving = useSaving();
	const needsCurrent = session.method === 'password';
	async function begin(): Promise<void> {
		const body = needsCurrent ? { current } : {};
		setSecret(await callApi<Secret>('/second_factor', { method: 'POST', body }));
	}
	if (secret !== undefined) return <Activate secret={secret} onActive={onActive} />;
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void saving.save(begin);
			}}
		>
			<p class="hint">{texts.profile.factorHint}</p>
			{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
			{needsCurrent && (
				<CurrentPassword value={current} problem={saving.findProblem('current')} onChange={setCurrent} />
			)}
			<div class="actions">
				<button type="submit" class="button" disabled={saving.isSaving}>
					{texts.profile.setUp}
				</button>
			</div>
		</form>
	);
};

interface ActivateProps {
	readonly secret: Secret;
	readonly onActive: (codes: readonly string[]) => void;
}

const Activate: FunctionComponent<ActivateProps> = ({ secret, onActive }) => {
	const { texts } = useLocale();
	return (
		<>
			<p>{texts.profile.scan}</p>
			<QrCode text={secret.uri} label={texts.profile.qr} />
			<p class="label">{texts.profile.secret}</p>
			<CopiedText text={secret.secret} />
			<CodeForm
				submitText={texts.profile.activate}
				doneText={texts.profile.factorReady}
				onCode={async (code) => {
					const answer = await callApi<{ recovery_codes: readonly string[] }>('/second_factor', {
						method: 'PUT',
						body: { code },
					});
					onActive(answer.recovery_codes);
				}}
			/>
		</>
	);
};

const RemoveFactor: FunctionComponent<{ readonly onRemoved: () => void }> = ({ onRemoved }) => {
	const { texts } = useLocale();
	return (
		<>
			<p>{texts.profile.factorOn}</p>
			<CodeForm
				submitText={texts.profile.removeFactor}
				doneText={texts.profile.factorRemoved}
				hint={texts.profile.codeHint}
				onCode={async (code) => {
					await callApi('/second_factor', { method: 'DELETE', body: { code } });
					onRemoved();
				}}
			/>
		</>
	);
};

interface CodeFormProps {
	readonly submitText: string;
	readonly doneText: string;
	readonly hint?: string;
	readonly onCode: (code: string) => Promise<void>;
}

const CodeForm: FunctionComponent<CodeFormProps> = ({ submitText, doneText, hint, onCode }) => {
	const { texts } = useLocale();
	const [code, setCode] = useState('');
	const saving = useSaving(doneText);
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void saving.save(() => onCode(code.trim()));
			}}
		>
			{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
			<Field label={texts.profile.code} hint={hint} problem={saving.findProblem('code')}>
				<input
					autocomplete="one-time-code"
					required
					value={code}
					onInput={({ currentTarget }) => setCode(currentTarget.value)}
				/>
			</Field>
			<div class="actions">
				<button type="submit" class="button strong" disabled={saving.isSaving}>
					{submitText}
				</button>
			</div>
		</form>
	);
};

interface RecoveryCodesProps {
	readonly codes: readonly string[];
	readonly onKept: () => void;
}

const RecoveryCodes: FunctionComponent<RecoveryCodesProps> = ({ codes, onKept }) => {
	const { texts } = useLocale();
	return (
		<>
			<h3>{texts.profile.recovery}</h3>
			<p>{texts.profile.recoveryHint}</p>
			<CopiedText text={codes.join('\n')} />
			<div class="actions">
				<button type="button" class="button strong" onClick={onKept}>
					{texts.profile.keptCodes}
				</button>
			</div>
		</>
	);
};
