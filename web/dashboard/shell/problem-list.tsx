/** What is wrong now, in words, with the way to what can be done about it. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { callApi, toPath } from './call-api.ts';
import { useEngines } from './engines.tsx';
import { LoadFailure } from './page-states.tsx';
import { type Problem, type ProblemCode, toProblemText } from './problem-text.ts';
import { PageLink } from './router.tsx';
import { mayRead, type NeededArea, useSession } from './session.tsx';
import { useLocale } from './texts.tsx';
import { useLoaded } from './use-loaded.ts';
import { useRefreshed } from './use-refreshed.ts';

interface Remedy {
	readonly page: 'health' | 'catalogue' | 'statistics' | 'recommendations';
	/** Below the page. */
	readonly path?: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly area: NeededArea;
}

const ofIndex: Remedy = { page: 'health', area: 'everyone' };
const remedies: Readonly<Record<ProblemCode, Remedy>> = {
	index_failing: ofIndex,
	index_building: ofIndex,
	index_rebuilding: ofIndex,
	index_late: ofIndex,
	import_open: { page: 'catalogue', area: 'catalogue' },
	engine_empty: { page: 'catalogue', area: 'catalogue' },
	searches_in_vain: {
		...{ page: 'statistics', path: '/searches/top', query: { no_results: 'true' }, area: 'statistics' },
	},
	widget_silent: { page: 'recommendations', area: 'recommendations' },
	widget_empty: { page: 'recommendations', query: { part: 'earnings' }, area: 'recommendations' },
	follower_late: ofIndex,
	follower_silent: ofIndex,
	disk_low: ofIndex,
	disk_full: ofIndex,
};

const icons: Readonly<Record<Problem['severity'], IconName>> = { error: 'warning', warning: 'warning', notice: 'info' };
const refreshMs = 30_000;

export interface ProblemListProps {
	/** The page that it is on: no links lead to it. */
	readonly page: 'overview' | 'health';
}

export const ProblemList: FunctionComponent<ProblemListProps> = ({ page }) => {
	const { texts } = useLocale();
	const id = useId();
	const { value, error, reload } = useRefreshed(
		(signal) => callApi<readonly Problem[]>('/problems', { signal }),
		refreshMs,
	);
	if (value === undefined) return error === undefined ? null : <LoadFailure error={error} onRetry={reload} />;
	if (value.length === 0) {
		return (
			<p class="all-well">
				<Icon name="done" />
				{texts.problems.none}
			</p>
		);
	}
	return (
		<section class="card problems" aria-labelledby={id}>
			<h2 id={id}>{texts.problems.title}</h2>
			<ul>
				{value.map((problem) => (
					<ProblemRow key={toKey(problem)} problem={problem} page={page} />
				))}
			</ul>
		</section>
	);
};

function toKey({ code, engine, index, widget, values }: Problem): string {
	return JSON.stringify([code, engine, index, widget, values.follower]);
}

const ProblemRow: FunctionComponent<{ readonly problem: Problem } & ProblemListProps> = ({ problem, page }) => {
	const locale = useLocale();
	const { texts } = locale;
	const { session } = useSession();
	const { value: engines = [] } = useEngines();
	const { code, severity, widget } = problem;
	const widgetName = useWidgetName(widget);
	const engine = engines.find(({ hashid }) => hashid === problem.engine)?.name ?? problem.engine;
	const remedy = remedies[code];
	const path = widget === undefined ? (remedy.path ?? '') : toPath`/${widget}`;
	return (
		<li class={`problem-${severity}`}>
			<Icon name={icons[severity]} />
			<span class="sentence">
				<span class="hidden">{texts.problems.severities[severity]}: </span>
				{toProblemText(locale, problem, { engine, widget: widgetName })}
			</span>
			{remedy.page !== page && mayRead(session, remedy.area) && (
				<PageLink to={remedy.page + path} query={{ ...remedy.query, engine: problem.engine }}>
					{texts.shell[remedy.page]}
				</PageLink>
			)}
		</li>
	);
};

/** The id until the name is there. */
function useWidgetName(id: string | undefined): string | undefined {
	const widget = useLoaded(
		(signal) => callApi<{ readonly name: string }>(toPath`/widgets/${id ?? ''}`, { signal }),
		id,
	);
	return widget.value?.name ?? id;
}
