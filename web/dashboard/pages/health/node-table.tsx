/** The servers on the database: which of them are there, how far each is behind, and what each does for all. */
import type { FunctionComponent } from 'preact';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatDuration } from '../../shell/quantities.ts';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import type { NodeHealth, ServerHealth } from './server-health.ts';

const stateTags = { serving: 'good', draining: 'warning', gone: '', lost: 'danger' } as const;

/** One that was killed, or is cut off, is still as it said last. */
function toState({ state, alive: isAlive }: NodeHealth): keyof typeof stateTags {
	return isAlive || state === 'gone' ? state : 'lost';
}

export const NodeTable: FunctionComponent<Pick<ServerHealth, 'nodes'>> = ({ nodes }) => {
	const locale = useLocale();
	const texts = locale.texts.health;
	if (nodes === null) return <p class="muted">{texts.nodesUnknown}</p>;
	if (nodes.length === 0) return <p class="muted">{texts.noNodes}</p>;
	return <DataTable caption={texts.nodes} columns={toColumns(locale)} rows={nodes} toKey={({ id }) => id} />;
};

function toColumns(locale: Locale): readonly Column<NodeHealth>[] {
	const texts = locale.texts.health;
	return [
		{
			...{ name: 'id', title: texts.nodeName, sortBy: ({ id }) => id },
			render: ({ id, self: isSelf }) => (
				<span class="node">
					<code>{id}</code>
					{isSelf && <span class="tag">{texts.nodeSelf}</span>}
				</span>
			),
		},
		{
			...{ name: 'state', title: texts.state, sortBy: (row) => texts.nodeStates[toState(row)] },
			render: (row) => <span class={`tag ${stateTags[toState(row)]}`}>{texts.nodeStates[toState(row)]}</span>,
		},
		{
			...{ name: 'seen', title: texts.seen, sortBy: (row) => row.seconds_since_seen },
			render: (row) => toSeen(locale, row.seconds_since_seen),
		},
		{ name: 'behind', title: texts.behind, render: (row) => toBehind(locale, row) },
		{ name: 'jobs', title: texts.jobs, render: ({ jobs }) => toJobs(texts.jobNames, jobs) },
		{ name: 'version', title: texts.version, render: ({ version }) => version, sortBy: ({ version }) => version },
	];
}

/** A server says every other second that it is there. */
const recentSeconds = 5;

function toSeen(locale: Locale, seconds: number): string {
	const { fill, texts } = locale;
	return seconds < recentSeconds
		? texts.health.seenNow
		: fill(texts.health.seenAgo, { time: formatDuration(locale, seconds) });
}

/** Of those that have changes to read; a server without any is up to date. Of one that is gone nothing is known. */
function toBehind({ texts: { health }, number }: Locale, { followers, alive: isAlive }: NodeHealth) {
	if (!isAlive) return '–';
	const late = followers.filter(({ behind }) => behind !== 0);
	if (late.length === 0) return health.noDelay;
	return late.map(({ name, behind }) => (
		<div key={name}>
			{health.followerNames[name]}: {behind === null ? health.noAnswer : number(behind)}
		</div>
	));
}

function toJobs(names: Locale['texts']['health']['jobNames'], jobs: readonly string[]): string {
	const known: Readonly<Record<string, string>> = names;
	return jobs.length === 0 ? '–' : jobs.map((job) => known[job] ?? job).join(', ');
}
