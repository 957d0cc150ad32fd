/** API keys: made for a user, shown once, revoked. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Confirmation } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { useSaving } from '../../shell/use-saving.ts';
import { KeyDialog } from './key-dialog.tsx';
import type { ApiKey, User } from './wire.ts';

async function loadKeys(signal: AbortSignal) {
	const [keys, users] = await Promise.all([
		callApi<readonly ApiKey[]>('/keys', { signal }),
		callApi<readonly User[]>('/users', { signal }),
	]);
	return { keys: keys.toReversed(), users };
}

export const KeyList: FunctionComponent = () => {
	const locale = useLocale();
	const { shop, shell } = locale.texts;
	const loaded = useLoaded(loadKeys, 'keys');
	const [isMaking, setMaking] = useState(false);
	const [leaving, setLeaving] = useState<ApiKey>();
	const saving = useSaving(shop.keyRevoked);
	async function revoke({ id }: ApiKey): Promise<void> {
		setLeaving(undefined);
		if (await saving.save(() => callApi(toPath`/keys/${id}`, { method: 'DELETE' }))) loaded.reload();
	}
	return (
		<>
			<div class="actions">
				<button type="button" class="button strong" onClick={() => setMaking(true)}>
					<Icon name="plus" size={18} />
					{shop.newKey}
				</button>
			</div>
			{saving.message !== undefined && <Notice kind="error">{saving.message}</Notice>}
			<WhenLoaded loaded={loaded} area="owner">
				{({ keys, users }) => (
					<>
						{keys.length === 0 ? (
							<EmptyState icon="shop" title={shop.noKeys} />
						) : (
							<DataTable
								caption={shop.keys}
								columns={listColumns(locale, users, setLeaving)}
								rows={keys}
								toKey={({ id }) => id}
							/>
						)}
						{isMaking && (
							<KeyDialog
								users={users}
								onClose={() => {
									setMaking(false);
									loaded.reload();
								}}
							/>
						)}
					</>
				)}
			</WhenLoaded>
			{leaving !== undefined && (
				<Confirmation
					title={locale.fill(shop.revokeKey, { name: leaving.name })}
					text={shop.revokeText}
					word={leaving.name}
					wordText={locale.fill(shell.typeToConfirm, { word: leaving.name })}
					confirmText={shop.revoke}
					cancelText={shell.cancel}
					onConfirm={() => revoke(leaving)}
					onCancel={() => setLeaving(undefined)}
				/>
			)}
		</>
	);
};

function listColumns(
	{ texts: { shop }, date }: Locale,
	users: readonly User[],
	onRevoke: (key: ApiKey) => void,
): readonly Column<ApiKey>[] {
	const nameOf = (code: string) => users.find((user) => user.code === code)?.name ?? code;
	return [
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
			name: 'user',
			title: shop.keyOf,
			sortBy: (key) => nameOf(key.user_code),
			render: (key) => (
				<span class="named" dir="auto">
					{nameOf(key.user_code)}
				</span>
			),
		},
		{ name: 'created', title: shop.created, sortBy: (key) => key.created_at, render: (key) => date(key.created_at) },
		{
			name: 'state',
			title: shop.state,
			sortBy: (key) => key.revoked_at ?? '',
			render: (key) =>
				key.revoked_at === null ? <span class="tag good">{shop.valid}</span> : <span class="tag">{shop.revoked}</span>,
		},
		{
			name: 'revoke',
			title: shop.revoke,
			render: (key) =>
				key.revoked_at === null && (
					<button
						type="button"
						class="button small danger"
						aria-label={`${shop.revoke}: ${key.name}`}
						onClick={() => onRevoke(key)}
					>
						{shop.revoke}
					</button>
				),
		},
	];
}
