/** A new key: its name and user, and then the key, which is shown this once. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { CopiedText } from '../../shell/copied-text.tsx';
import { CurrentPassword } from '../../shell/current-password.tsx';
import { useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { useSaving } from '../../shell/use-saving.ts';
import type { IssuedKey, User } from './wire.ts';

export interface KeyDialogProps {
	readonly users: readonly User[];
	readonly onClose: () => void;
}

/** While the key is shown, only the button closes it: what is closed by mistake is lost. */
export const KeyDialog: FunctionComponent<KeyDialogProps> = ({ users, onClose }) => {
	const { texts } = useLocale();
	const [issued, setIssued] = useState<IssuedKey>();
	const [name, setName] = useState('');
	const close = useAskedClose(name !== '' && issued === undefined, onClose);
	if (issued === undefined) {
		return (
			<Dialog title={texts.shop.newKey} closeText={texts.shell.close} onClose={close}>
				<KeyForm users={users} name={name} onName={setName} onIssued={setIssued} />
			</Dialog>
		);
	}
	return (
		<Dialog title={texts.shop.keyTitle} onClose={onClose}>
			<p>{texts.shop.keyHint}</p>
			<CopiedText text={issued.key} />
			<div class="actions">
				<button type="button" class="button strong" onClick={onClose}>
					{texts.shop.kept}
				</button>
			</div>
		</Dialog>
	);
};

interface KeyFormProps {
	readonly users: readonly User[];
	/** Of the key. */
	readonly name: string;
	readonly onName: (name: string) => void;
	readonly onIssued: (key: IssuedKey) => void;
}

const KeyForm: FunctionComponent<KeyFormProps> = ({ users, name, onName, onIssued }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const [code, setCode] = useState(() => users.find(({ role }) => role === 'owner')?.code ?? '');
	const [current, setCurrent] = useState('');
	const needsCurrent = session.method === 'password' && code === session.user.code;
	const saving = useSaving();
	async function issue(): Promise<void> {
		const body = { name, ...(needsCurrent && { current }) };
		onIssued(await callApi<IssuedKey>(toPath`/users/${code}/keys`, { method: 'POST', body }));
	}
	return (
		<form
			class="stack"
			onSubmit={(event) => {
				event.preventDefault();
				void saving.save(issue);
			}}
		>
			{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
			<Field label={texts.shop.name} problem={saving.findProblem('name')}>
				<input value={name} required onInput={({ currentTarget }) => onName(currentTarget.value)} />
			</Field>
			<Field label={texts.shop.keyOf} hint={texts.shop.memberKeys}>
				<select value={code} onChange={({ currentTarget }) => setCode(currentTarget.value)}>
					{users.map((user) => (
						<option key={user.code} value={user.code}>
							{user.name} ({texts.shop[user.role]})
						</option>
					))}
				</select>
			</Field>
			{needsCurrent && (
				<CurrentPassword value={current} problem={saving.findProblem('current')} onChange={setCurrent} />
			)}
			<div class="actions">
				<button type="submit" class="button strong" disabled={saving.isSaving}>
					{texts.shop.newKey}
				</button>
			</div>
		</form>
	);
};
