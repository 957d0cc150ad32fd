/** The first page: what is wrong, how the shop is doing against the period before, and what to do first. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { callApi } from '../../shell/call-api.ts';
import { type Engine, WithEngine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { findPeriodProblem, type PeriodName, periodDaysMax, readPeriod, type ShownPeriod } from '../../shell/period.ts';
import { PeriodFields } from '../../shell/period-fields.tsx';
import { ProblemList } from '../../shell/problem-list.tsx';
import { useRouter } from '../../shell/router.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { overviewStyles } from '../../styles/overview-styles.ts';
import { DevicePicker, useDevice } from './device-picker.tsx';
import { FigureCard } from './figure-card.tsx';
import { type FiguresReport, figures, hasFigures } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { PageLinks } from './page-links.tsx';
import { ShortLists } from './short-lists.tsx';

adoptStyles(overviewStyles);

const periodNames: readonly PeriodName[] = ['today', '7_days', '28_days', '90_days', 'custom'];

export const Page: FunctionComponent = () => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const { query } = useRouter();
	const shown = readPeriod(query, { fallback: '28_days' });
	const wrong = findPeriodProblem(shown.days);
	const problem = wrong && fill(texts.overview.periodProblems[wrong], { count: periodDaysMax });
	if (!mayRead(session, 'statistics')) {
		return (
			<>
				<PageHead title={texts.shell.overview} />
				<ProblemList page="overview" />
				<PageLinks />
			</>
		);
	}
	return (
		<>
			<PageHead title={texts.shell.overview} hint={wrong === undefined ? <Days days={shown.days} /> : undefined}>
				<PeriodFields shown={shown} names={periodNames} findProblem={(name) => (name === 'to' ? problem : undefined)} />
				<DevicePicker />
			</PageHead>
			<ProblemList page="overview" />
			{wrong === undefined && <WithEngine>{(engine) => <Figures engine={engine} shown={shown} />}</WithEngine>}
		</>
	);
};

const Days: FunctionComponent<Pick<ShownPeriod, 'days'>> = ({ days: { from, to } }) => {
	const { texts, fill, language } = useLocale();
	const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
	return <>{fill(texts.overview.hint, { period: format.formatRange(Date.parse(from), Date.parse(to)) })}</>;
};

interface FiguresProps {
	readonly engine: Engine;
	readonly shown: ShownPeriod;
}

const Figures: FunctionComponent<FiguresProps> = ({ engine, shown: { days, timeZone } }) => {
	const question = { ...days, tz: timeZone, device: useDevice() };
	const query = { hashid: engine.hashid, ...question, compare: 'previous' };
	const report = useLoaded(
		(signal) => callApi<FiguresReport>('/stats/figures_by_day', { query, signal }),
		JSON.stringify(query),
	);
	return (
		<WhenLoaded loaded={report} area="statistics">
			{({ results, previous = { results: [] } }) =>
				hasFigures(results) || hasFigures(previous.results) ? (
					<>
						<div class="figure-cards">
							{figures.map((figure) => (
								<FigureCard
									key={figure.name}
									figure={figure}
									engine={engine}
									days={results}
									daysBefore={previous.results}
									timeZone={timeZone}
								/>
							))}
						</div>
						<ShortLists engine={engine} question={question} />
					</>
				) : (
					<FirstSteps engine={engine} />
				)
			}
		</WhenLoaded>
	);
};
