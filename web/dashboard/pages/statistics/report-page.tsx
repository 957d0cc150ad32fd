/** One report: its filters, its chart, its table. All that was chosen is in the address. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ApiError } from '../../shell/api-error.ts';
import { callApi, toApiUrl } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { PageLink, toServerUrl, useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useIdle } from '../../shell/use-idle.ts';
import { useLoaded } from '../../shell/use-loaded.ts';
import { FiltersCard } from './filters-card.tsx';
import { keepQuery, type Question, readQuestion, toApiQuery } from './question.ts';
import type { ReportAnswer } from './report-answer.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportFigures } from './report-figures.tsx';
import { listGroups } from './report-list.tsx';
import { ReportTable } from './report-table.tsx';
import { type ReportPath, reports } from './reports.ts';
import { useFormats } from './use-formats.ts';

export interface ReportPageProps {
	readonly path: ReportPath;
	readonly engine: Engine;
}

export const ReportPage: FunctionComponent<ReportPageProps> = ({ path, engine }) => {
	const { texts } = useLocale();
	const { query } = useRouter();
	const question = withSector(readQuestion(query, path), path, engine);
	const { required } = reports[path];
	const isMissing = required !== undefined && question.filters[required] === undefined;
	const asked = toApiQuery(question, engine);
	const load = (signal: AbortSignal) => callApi<ReportAnswer>(`/stats/${path}`, { query: asked, signal });
	const loaded = useLoaded(load, isMissing ? undefined : JSON.stringify([path, asked]));
	const { title, hint } = texts.statistics.reports[path];
	const problems = loaded.error instanceof ApiError ? loaded.error.problems : [];
	const csv = toApiUrl(`/stats/${path}`, { ...asked, compare: undefined, format: 'csv' });
	const file = `${path.replaceAll('/', '-')}-${question.days.from}-${question.days.to}.csv`;
	return (
		<>
			<ReportSwitch path={path} />
			<PageHead title={title} hint={hint}>
				<a class="button" href={toServerUrl(`docs#/Statistics/${reports[path].operation}`)}>
					{texts.statistics.reference}
				</a>
				{!isMissing && (
					<a class="button" href={csv} download={file}>
						<Icon name="download" size={18} />
						{texts.statistics.download}
					</a>
				)}
			</PageHead>
			<FiltersCard key={path} path={path} engine={engine} question={question} problems={problems} />
			{isMissing ? (
				<MissingFilter path={path} />
			) : (
				<WhenLoaded loaded={loaded} area="statistics">
					{(answer) => <ReportBody key={path} path={path} engine={engine} question={question} answer={answer} />}
				</WhenLoaded>
			)}
		</>
	);
};

/** A report of a sector is of the engine's own, unless another one is named. */
function withSector(question: Question, path: ReportPath, { sector }: Engine): Question {
	if (reports[path].required !== 'sector' || question.filters.sector !== undefined || !sector) return question;
	return { ...question, filters: { ...question.filters, sector } };
}

interface ReportSwitchProps {
	readonly path: ReportPath;
}

const ReportSwitch: FunctionComponent<ReportSwitchProps> = ({ path }) => {
	const { texts } = useLocale();
	const { query, go } = useRouter();
	// The fifty others come when the page is idle.
	const isWhole = useIdle();
	return (
		<nav class="report-switch" aria-label={texts.statistics.allReports}>
			<PageLink to="statistics" query={keepQuery(query)}>
				{texts.statistics.allReports}
			</PageLink>
			<select
				aria-label={texts.statistics.report}
				value={path}
				onChange={({ currentTarget }) => {
					const next = currentTarget.value as ReportPath;
					go(`statistics/${next}`, keepQuery(query, next));
				}}
			>
				{isWhole ? (
					listGroups().map(({ group, paths }) => (
						<optgroup key={group} label={texts.statistics.groups[group]}>
							{paths.map((each) => (
								<option key={each} value={each}>
									{texts.statistics.reports[each].title}
								</option>
							))}
						</optgroup>
					))
				) : (
					<option value={path}>{texts.statistics.reports[path].title}</option>
				)}
			</select>
		</nav>
	);
};

const MissingFilter: FunctionComponent<ReportSwitchProps> = ({ path }) => {
	const { texts, fill } = useLocale();
	const { query } = useRouter();
	if (reports[path].required === 'sector')
		return <EmptyState icon="info" title={texts.statistics.needsSector} hint={texts.statistics.needsSectorHint} />;
	const report = texts.statistics.reports.clicked_items.title;
	return (
		<EmptyState icon="info" title={texts.statistics.needsItem} hint={fill(texts.statistics.needsItemHint, { report })}>
			<PageLink class="button" to="statistics/clicked_items" query={keepQuery(query)}>
				{report}
			</PageLink>
		</EmptyState>
	);
};

export interface ReportBodyProps extends ReportPageProps {
	readonly question: Question;
	readonly answer: ReportAnswer;
}

const ReportBody: FunctionComponent<ReportBodyProps> = (props) => {
	const { path, question, answer } = props;
	const { texts } = useLocale();
	const { chart } = reports[path];
	const formats = useFormats(props);
	if (answer.results.length === 0)
		return <EmptyState icon="statistics" title={texts.statistics.noRows} hint={texts.statistics.noRowsHint} />;
	const isZero = chart.kind === 'lines' && answer.results.every((row) => chart.measures.every((name) => !row[name]));
	return (
		<>
			{isZero && <Notice kind="info">{texts.statistics.onlyZeros}</Notice>}
			<ReportFigures path={path} answer={answer} formats={formats} />
			{chart.kind !== 'figures' && !isZero && (
				<div class="card">
					<ReportChart path={path} answer={answer} formats={formats} isOfEach={question.scope === 'each'} />
				</div>
			)}
			<ReportTable path={path} question={question} answer={answer} formats={formats} />
		</>
	);
};
