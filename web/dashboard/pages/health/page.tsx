/** How the server is doing, refreshed while somebody looks. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { Notice } from '../../../ui/notice.tsx';
import { callApi } from '../../shell/call-api.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { ProblemList } from '../../shell/problem-list.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useRefreshed } from '../../shell/use-refreshed.ts';
import { healthStyles } from '../../styles/health-styles.ts';
import { HealthFigures } from './health-figures.tsx';
import { FollowerTable, IndexTable, ThreadTable } from './health-tables.tsx';
import { NodeTable } from './node-table.tsx';
import type { ServerHealth } from './server-health.ts';

adoptStyles(healthStyles);

const refreshMs = 5_000;

export const Page: FunctionComponent = () => {
	const { texts, fill, date } = useLocale();
	const health = useRefreshed(async (signal) => {
		const state = await callApi<ServerHealth>('/health', { signal });
		return { state, atMs: Date.now() };
	}, refreshMs);
	const { value, error } = health;
	const time = value === undefined ? '' : date(value.atMs, { timeStyle: 'medium' });
	return (
		<>
			<PageHead title={texts.shell.health} hint={value === undefined ? undefined : fill(texts.health.hint, { time })} />
			<ProblemList page="health" />
			{value !== undefined && error !== undefined && (
				<Notice kind="warning">{fill(texts.health.stale, { time })}</Notice>
			)}
			{value === undefined ? <WhenLoaded loaded={health}>{() => null}</WhenLoaded> : <State state={value.state} />}
		</>
	);
};

const State: FunctionComponent<{ readonly state: ServerHealth }> = ({ state }) => {
	const { texts, fillCount } = useLocale();
	return (
		<>
			<HealthFigures state={state} />
			<Part title={texts.health.nodes} {...(state.nodes?.length && { hint: texts.health.nodesHint })}>
				<NodeTable nodes={state.nodes} />
			</Part>
			<Part title={texts.health.indexes}>
				<IndexTable indexes={state.indexes} />
				{state.indexes_left_out > 0 && (
					<p class="muted">{fillCount(texts.health.indexesLeftOut, state.indexes_left_out)}</p>
				)}
			</Part>
			<div class="columns">
				<Part title={texts.health.followers} hint={texts.health.followersHint}>
					<FollowerTable followers={state.followers} />
				</Part>
				<Part title={texts.health.threads}>
					<ThreadTable threads={state.threads} />
				</Part>
			</div>
		</>
	);
};

interface PartProps {
	readonly title: string;
	readonly hint?: string;
	readonly children: ComponentChildren;
}

/** Without a landmark of its own: its table is one. */
const Part: FunctionComponent<PartProps> = ({ title, hint, children }) => (
	<div class="stack tight">
		<h2>{title}</h2>
		{hint !== undefined && <p class="muted">{hint}</p>}
		{children}
	</div>
);
