/** A user as a form: name, address, and the rights of a member, area by area. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callApi, callForAnswer, toPath } from '../../shell/call-api.ts';
import { ConflictDialog } from '../../shell/conflict-dialog.tsx';
import { CurrentPassword } from '../../shell/current-password.tsx';
import { isSame } from '../../shell/is-same.ts';
import { type RightArea, type RightLevel, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { DeleteButton } from './delete-button.tsx';
import type { Rights, User } from './wire.ts';

export interface UserDialogProps {
	/** Undefined for a new one. */
	readonly answer: ApiAnswer<User> | undefined;
	readonly onClose: () => void;
	readonly onChanged: () => void;
}

type Draft = Pick<User, 'name' | 'email' | 'rights'>;

const areas: readonly RightArea[] = ['catalogue', 'search_settings', 'recommendations', 'statistics', 'shop'];
const levels: readonly RightLevel[] = ['none', 'read', 'write'];
const noRights = Object.fromEntries(areas.map((area) => [area, 'none'])) as Rights;

function toDraft({ name, email, rights }: User): Draft {
	return { name, email, rights };
}

export const UserDialog: FunctionComponent<UserDialogProps> = ({ answer, onClose, onChanged }) => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const user = answer?.value;
	const before = user === undefined ? { name: '', email: null, rights: noRights } : toDraft(user);
	const [draft, setDraft] = useState<Draft>(before);
	const close = useAskedClose(!isSame(draft, before), onClose);
	const [theirs, setTheirs] = useState<ApiAnswer<User>>();
	const saving = useSaving();
	const isOwner = user?.role === 'owner';
	const [current, setCurrent] = useState('');
	const isOwnAddress = user?.code === session.user.code && draft.email !== before.email;
	const needsCurrent = isOwnAddress && session.method === 'password';
	async function save(ifMatch: string | undefined): Promise<void> {
		const { rights, ...others } = draft;
		const body = { ...(isOwner ? others : draft), ...(needsCurrent && { current }) };
		const path = user === undefined ? '/users' : toPath`/users/${user.code}`;
		const method = user === undefined ? 'POST' : 'PATCH';
		if (await saving.save(() => callApi(path, { method, body, ifMatch }))) onChanged();
	}
	if (saving.isConflict && user !== undefined && theirs === undefined) {
		void callForAnswer<User>(toPath`/users/${user.code}`).then(setTheirs);
	}
	const title = user === undefined ? texts.shop.newUser : fill(texts.shop.editUser, { name: user.name });
	return (
		<Dialog title={title} closeText={texts.shell.close} onClose={close}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					void save(answer?.version);
				}}
			>
				{saving.message !== undefined && !saving.isConflict && <Notice kind="error">{saving.message}</Notice>}
				<Field label={texts.shop.name} problem={saving.findProblem('name')}>
					<input
						value={draft.name}
						required
						onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
					/>
				</Field>
				<Field label={texts.shop.email} hint={texts.shop.emailHint} problem={saving.findProblem('email')}>
					<input
						type="email"
						value={draft.email ?? ''}
						onInput={({ currentTarget }) => setDraft({ ...draft, email: currentTarget.value.trim() || null })}
					/>
				</Field>
				{needsCurrent && (
					<CurrentPassword value={current} problem={saving.findProblem('current')} onChange={setCurrent} />
				)}
				{isOwner ? (
					<p class="hint">{texts.shop.ownerRights}</p>
				) : (
					<RightsGrid rights={draft.rights} onChange={(rights) => setDraft({ ...draft, rights })} />
				)}
				<div class="actions">
					{user !== undefined && !isOwner && (
						<DeleteButton
							path={toPath`/users/${user.code}`}
							name={user.name}
							label={texts.shell.remove}
							title={fill(texts.shop.removeUser, { name: user.name })}
							text={texts.shop.removeUserText}
							deletedText={texts.shop.userRemoved}
							onDeleted={onChanged}
						/>
					)}
					<button type="submit" class="button strong" disabled={saving.isSaving}>
						{texts.shell.save}
					</button>
				</div>
			</form>
			{theirs !== undefined && (
				<ConflictDialog
					mine={draft}
					theirs={toDraft(theirs.value)}
					onKeepMine={() => save(theirs.version)}
					onTakeTheirs={onChanged}
					onClose={() => {
						saving.reset();
						setTheirs(undefined);
					}}
				/>
			)}
		</Dialog>
	);
};

interface RightsGridProps {
	readonly rights: Rights;
	readonly onChange: (rights: Rights) => void;
}

/** A row for each area, a column for each level. */
const RightsGrid: FunctionComponent<RightsGridProps> = ({ rights, onChange }) => {
	const { texts } = useLocale();
	return (
		<div class="table-frame">
			<table class="rights">
				<caption class="hidden">{texts.shop.rights}</caption>
				<thead>
					<tr>
						<th scope="col">{texts.shop.area}</th>
						{levels.map((level) => (
							<th key={level} scope="col">
								{texts.shop.levels[level]}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{areas.map((area) => (
						<tr key={area}>
							<th scope="row">{texts.shell.areas[area]}</th>
							{levels.map((level) => (
								<td key={level}>
									<input
										type="radio"
										name={area}
										aria-label={`${texts.shell.areas[area]}: ${texts.shop.levels[level]}`}
										checked={rights[area] === level}
										onChange={() => onChange({ ...rights, [area]: level })}
									/>
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
};
