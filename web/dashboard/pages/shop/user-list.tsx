/** The people of the account, and what each of them may do. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { LinkDialog } from './link-dialog.tsx';
import { useEdited } from './use-edited.ts';
import { UserDialog } from './user-dialog.tsx';
import type { User } from './wire.ts';

export const UserList: FunctionComponent = () => {
	const { texts, date } = useLocale();
	const { shop, shell } = texts;
	const { session } = useSession();
	const loaded = useLoaded((signal) => callApi<readonly User[]>('/users', { signal }), 'users');
	const edited = useEdited<User>(loaded.reload);
	const [invited, setInvited] = useState<User>();
	const columns: readonly Column<User>[] = [
		{
			name: 'name',
			title: shop.name,
			sortBy: ({ name }) => name,
			render: ({ name }) => (
				<span class="named" dir="auto">
					{name}
				</span>
			),
		},
		{
			name: 'email',
			title: shop.email,
			sortBy: ({ email }) => email,
			render: ({ email }) => <span class="named">{email ?? '–'}</span>,
		},
		{ name: 'role', title: shop.role, sortBy: ({ role }) => role, render: ({ role }) => shop[role] },
		{
			name: 'factor',
			title: shop.secondFactor,
			sortBy: (user) => (user.second_factor ? 1 : 0),
			render: (user) => (user.second_factor ? shop.factorActive : '–'),
		},
		{
			name: 'created',
			title: shop.created,
			sortBy: (user) => user.created_at,
			render: (user) => date(user.created_at, { dateStyle: 'medium' }),
		},
		{
			name: 'actions',
			title: shell.edit,
			render: (user) => (
				<div class="buttons">
					<button
						type="button"
						class="button small"
						aria-label={`${shell.edit}: ${user.name}`}
						onClick={() => edited.open(toPath`/users/${user.code}`)}
					>
						{shell.edit}
					</button>
					{user.code !== session.user.code && (
						<button
							type="button"
							class="button small"
							aria-label={`${shop.invite}: ${user.name}`}
							onClick={() => setInvited(user)}
						>
							{shop.invite}
						</button>
					)}
				</div>
			),
		},
	];
	return (
		<>
			<div class="actions">
				<button type="button" class="button strong" onClick={edited.begin}>
					<Icon name="plus" size={18} />
					{shop.newUser}
				</button>
			</div>
			<WhenLoaded loaded={loaded} area="owner">
				{(users) => <DataTable caption={shop.users} columns={columns} rows={users} toKey={({ code }) => code} />}
			</WhenLoaded>
			{edited.answer !== undefined && (
				<UserDialog
					answer={edited.answer === 'new' ? undefined : edited.answer}
					onClose={edited.close}
					onChanged={edited.done}
				/>
			)}
			{invited !== undefined && <LinkDialog user={invited} onClose={() => setInvited(undefined)} />}
		</>
	);
};
