/** Who changed what, the newest first, with what was sent. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { callApi } from '../../shell/call-api.ts';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { useRouter } from '../../shell/router.tsx';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import type { User } from './wire.ts';

interface Named {
	readonly name: string;
}

interface Change {
	readonly number: number;
	readonly at: string;
	readonly by: 'session' | 'key' | 'operator';
	readonly user: Named | null;
	readonly key: Named | null;
	readonly area: ChangeArea;
	readonly operation: string;
	readonly path: string | null;
	readonly sent: string | null;
	readonly sent_whole: boolean;
}

interface ChangePage {
	readonly changes: readonly Change[];
	readonly next_before: number | null;
}

const areas = ['catalogue', 'search_settings', 'recommendations', 'statistics', 'shop', 'users', 'sign_in'] as const;
type ChangeArea = (typeof areas)[number];

export const ChangeList: FunctionComponent = () => {
	const { texts } = useLocale();
	const { query, changeQuery } = useRouter();
	const [user, area] = [query.get('user') ?? undefined, query.get('area') ?? undefined];
	const users = useLoaded((signal) => callApi<readonly User[]>('/users', { signal }), 'users');
	const loaded = useLoaded(
		(signal) => callApi<ChangePage>('/changes', { query: { user, area }, signal }),
		`changes ${user} ${area}`,
	);
	return (
		<>
			<div class="row">
				<Field label={texts.shop.who}>
					<select value={user ?? ''} onChange={({ currentTarget }) => changeQuery({ user: currentTarget.value })}>
						<option value="">{texts.shop.allUsers}</option>
						{users.value?.map(({ code, name }) => (
							<option key={code} value={code}>
								{name}
							</option>
						))}
					</select>
				</Field>
				<Field label={texts.shop.area}>
					<select value={area ?? ''} onChange={({ currentTarget }) => changeQuery({ area: currentTarget.value })}>
						<option value="">{texts.shop.allAreas}</option>
						{areas.map((name) => (
							<option key={name} value={name}>
								{texts.shop.changeAreas[name]}
							</option>
						))}
					</select>
				</Field>
			</div>
			<WhenLoaded loaded={loaded} area="owner">
				{(page) => <Changes key={`${user} ${area}`} first={page} query={{ user, area }} />}
			</WhenLoaded>
		</>
	);
};

interface ChangesProps {
	readonly first: ChangePage;
	readonly query: Readonly<Record<'user' | 'area', string | undefined>>;
}

const Changes: FunctionComponent<ChangesProps> = ({ first, query }) => {
	const locale = useLocale();
	const { shop } = locale.texts;
	const [older, setOlder] = useState<readonly ChangePage[]>([]);
	const [message, setMessage] = useState<string>();
	const pages = [first, ...older];
	const before = pages.at(-1)?.next_before ?? null;
	async function showOlder(): Promise<void> {
		setMessage(undefined);
		try {
			const page = await callApi<ChangePage>('/changes', { query: { ...query, before: before ?? undefined } });
			setOlder([...older, page]);
		} catch {
			setMessage(locale.texts.shell.failed);
		}
	}
	if (first.changes.length === 0) return <EmptyState icon="shop" title={shop.noChanges} />;
	const rows = pages.flatMap(({ changes }) => changes);
	return (
		<>
			<DataTable caption={shop.changes} columns={listColumns(locale)} rows={rows} toKey={({ number }) => number} />
			{message !== undefined && <Notice kind="error">{message}</Notice>}
			{before !== null && (
				<div>
					<button type="button" class="button" onClick={showOlder}>
						{shop.more}
					</button>
				</div>
			)}
		</>
	);
};

function listColumns({ texts: { shop, operations }, date, fill }: Locale): readonly Column<Change>[] {
	const known: Readonly<Record<string, string>> = operations;
	return [
		{ name: 'when', title: shop.when, render: ({ at }) => date(at) },
		{
			name: 'who',
			title: shop.who,
			render: ({ by, user, key }) => (
				<span class="named" dir="auto">
					{user?.name ?? shop.operator}
					{by === 'key' && key !== null && <span class="hint"> ({fill(shop.byKey, { name: key.name })})</span>}
				</span>
			),
		},
		{ name: 'area', title: shop.area, render: ({ area }) => shop.changeAreas[area] },
		{
			name: 'what',
			title: shop.what,
			render: ({ operation, path }) => (
				<>
					<span>{known[operation] ?? operation}</span>
					<div class="named hint mono" dir="ltr">
						{operation} {path}
					</div>
				</>
			),
		},
		{
			name: 'sent',
			title: shop.sent,
			render: ({ sent, sent_whole: isWhole }) =>
				sent !== null && (
					<details>
						<summary>{shop.show}</summary>
						<pre dir="ltr">{isWhole ? sent : `${sent}…`}</pre>
					</details>
				),
		},
	];
}
