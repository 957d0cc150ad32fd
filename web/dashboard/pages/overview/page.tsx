/** The first page: what is wrong, how the shop is doing against the period before, and what to do first. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from '../../../ui/adopt-styles.ts';
import { callApi } from '../../shell/call-api.ts';
import { type Engine, WithEngine } from '../../shell/engines.tsx';
import { PageHead } from '../../shell/page-head.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { ProblemList } from '../../shell/problem-list.tsx';
import { mayRead, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { overviewStyles } from '../../styles/overview-styles.ts';
import { FigureCard } from './figure-card.tsx';
import { type FiguresReport, figures, hasFigures } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { PageLinks } from './page-links.tsx';
import { usePeriod } from './period.ts';
import { DevicePicker, PeriodPicker, useDevice } from './period-picker.tsx';
import { ShortLists } from './short-lists.tsx';

adoptStyles(overviewStyles);

export const Page: FunctionComponent = () => {
	const { texts } = useLocale();
	const { session } = useSession();
	const hasStatistics = mayRead(session, 'statistics');
	return (
		<>
			<PageHead title={texts.shell.overview} hint={hasStatistics ? <Period /> : undefined}>
				{hasStatistics && (
					<>
						<PeriodPicker />
						<DevicePicker />
					</>
				)}
			</PageHead>
			<ProblemList page="overview" />
			<WithEngine>{(engine) => (hasStatistics ? <Figures engine={engine} /> : <PageLinks />)}</WithEngine>
		</>
	);
};

/** The days in words. */
const Period: FunctionComponent = () => {
	const { texts, fill, language } = useLocale();
	const { from, to } = usePeriod();
	const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
	return <>{fill(texts.overview.hint, { period: format.formatRange(Date.parse(from), Date.parse(to)) })}</>;
};

const Figures: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { from, to, tz } = usePeriod();
	const question = { from, to, tz, device: useDevice() };
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
