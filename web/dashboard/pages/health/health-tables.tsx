/** The search indexes, what follows the store, and the threads of the server. */
import type { FunctionComponent } from 'preact';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatBytes, formatDuration } from '../../shell/quantities.ts';
import { useLocale } from '../../shell/texts.tsx';
import { Meter } from './meter.tsx';
import type { FollowerHealth, IndexHealth, ThreadHealth } from './server-health.ts';

const stateTags: Readonly<Record<IndexHealth['state'], string>> = {
	ready: 'good',
	rebuilding: '',
	building: 'warning',
	failing: 'danger',
	unknown: 'warning',
};

export const IndexTable: FunctionComponent<{ readonly indexes: readonly IndexHealth[] }> = ({ indexes }) => {
	const locale = useLocale();
	const { number } = locale;
	const texts = locale.texts.health;
	if (indexes.length === 0) return <p class="muted">{texts.noIndexes}</p>;
	const toCount = (name: 'items' | 'writes_behind' | 'segments', title: string): Column<IndexHealth> => ({
		...{ name, title, isNumber: true },
		...{ render: (row) => number(row[name]), sortBy: (row) => row[name] },
	});
	const columns: readonly Column<IndexHealth>[] = [
		{
			...{ name: 'engine', title: texts.engine, sortBy: (row) => row.search_engine },
			render: (row) => (
				<span class="named" dir="auto">
					{row.search_engine}
				</span>
			),
		},
		{ name: 'index', title: texts.index, render: ({ index }) => index, sortBy: ({ index }) => index },
		{
			...{ name: 'state', title: texts.state, sortBy: ({ state }) => texts.states[state] },
			render: ({ state }) => <span class={`tag ${stateTags[state]}`}>{texts.states[state]}</span>,
		},
		toCount('items', texts.items),
		toCount('writes_behind', texts.behind),
		toCount('segments', texts.segments),
		{
			...{ name: 'bytes', title: texts.size, isNumber: true, sortBy: ({ bytes }) => bytes },
			render: ({ bytes }) => formatBytes(locale, bytes),
		},
	];
	return (
		<DataTable
			caption={texts.indexes}
			columns={columns}
			rows={indexes}
			toKey={({ hashid, index }) => `${hashid} ${index}`}
		/>
	);
};

export const FollowerTable: FunctionComponent<{ readonly followers: readonly FollowerHealth[] }> = ({ followers }) => {
	const locale = useLocale();
	const texts = locale.texts.health;
	const columns: readonly Column<FollowerHealth>[] = [
		{ name: 'name', title: texts.follower, render: ({ name }) => texts.followerNames[name] },
		{
			...{ name: 'behind', title: texts.behind, isNumber: true },
			render: ({ behind }) =>
				behind === null ? <span class="tag danger">{texts.noAnswer}</span> : locale.number(behind),
		},
		{
			...{ name: 'delay', title: texts.delay, isNumber: true },
			render({ seconds_behind: seconds }) {
				if (seconds === null) return '–';
				return seconds < 1 ? texts.noDelay : formatDuration(locale, seconds);
			},
		},
	];
	return <DataTable caption={texts.followers} columns={columns} rows={followers} toKey={({ name }) => name} />;
};

interface NumberedThread extends ThreadHealth {
	readonly number: number;
}

export const ThreadTable: FunctionComponent<{ readonly threads: readonly ThreadHealth[] }> = ({ threads }) => {
	const locale = useLocale();
	const texts = locale.texts.health;
	const columns: readonly Column<NumberedThread>[] = [
		{ name: 'name', title: texts.thread, render: ({ name }) => texts.threadNames[name] },
		{
			...{ name: 'busy', title: texts.busy, isNumber: true, sortBy: ({ busy }) => busy },
			render: ({ busy }) => (
				<span class="busy">
					<Meter share={busy} />
					{locale.percent(busy)}
				</span>
			),
		},
		{
			...{ name: 'heap', title: texts.heap, isNumber: true, sortBy: (row) => row.heap_bytes },
			render: (row) => (row.heap_bytes === null ? '–' : formatBytes(locale, row.heap_bytes)),
		},
	];
	return (
		<DataTable
			caption={texts.threads}
			columns={columns}
			rows={threads.map((thread, number) => ({ ...thread, number }))}
			toKey={({ number }) => number}
		/>
	);
};
