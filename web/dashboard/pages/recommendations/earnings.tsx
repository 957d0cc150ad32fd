/** What a widget earned: sums, lines by day, and the days as a table. */
import type { FunctionComponent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { LineChart } from '../../../ui/line-chart.tsx';
import { callApi, toPath } from '../../shell/call-api.ts';
import { useEngine, useEngines } from '../../shell/engines.tsx';
import { EmptyState, WhenLoaded } from '../../shell/page-states.tsx';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { toPeriod } from './period.ts';
import type { Widget } from './widget.ts';

interface Tally {
	readonly impressions: number;
	readonly empty_answers: number;
	readonly clicks: number;
	readonly carts: number;
	readonly purchases: number;
	readonly revenue: number;
}

interface Day extends Tally {
	readonly date: string;
}

interface EarningsAnswer {
	readonly days: readonly Day[];
	readonly totals: Tally;
}

const periods = [7, 28, 90] as const;

export const Earnings: FunctionComponent<{ readonly widget: Widget }> = ({ widget }) => {
	const { texts, fillCount } = useLocale();
	const [dayCount, setDayCount] = useState<number>(28);
	const loaded = useLoaded(
		(signal) => callApi<EarningsAnswer>(toPath`/widgets/${widget.id}/stats`, { query: toPeriod(dayCount), signal }),
		`${widget.id} ${dayCount}`,
	);
	return (
		<>
			<div class="row">
				<Field label={texts.recommendations.period}>
					<select value={dayCount} onChange={({ currentTarget }) => setDayCount(Number(currentTarget.value))}>
						{periods.map((count) => (
							<option key={count} value={count}>
								{fillCount(texts.recommendations.days, count)}
							</option>
						))}
					</select>
				</Field>
			</div>
			<WhenLoaded loaded={loaded} area="recommendations">
				{(answer) =>
					answer.totals.impressions + answer.totals.empty_answers === 0 ? (
						<EmptyState
							icon="statistics"
							title={texts.recommendations.noEarnings}
							hint={texts.recommendations.noEarningsHint}
						/>
					) : (
						<Figures answer={answer} widget={widget} />
					)
				}
			</WhenLoaded>
		</>
	);
};

const names = ['impressions', 'empty_answers', 'clicks', 'carts', 'purchases', 'revenue'] as const;
type FigureName = (typeof names)[number];

const Figures: FunctionComponent<{ readonly answer: EarningsAnswer; readonly widget: Widget }> = ({
	answer,
	widget,
}) => {
	const locale = useLocale();
	const chosen = useEngine();
	const own = useEngines().value?.find(({ hashid }) => hashid === widget.hashid);
	const currency = (own ?? chosen)?.currency ?? 'EUR';
	const texts = locale.texts.recommendations;
	const titles: Readonly<Record<FigureName, string>> = {
		...texts,
		impressions: texts.displays,
		empty_answers: texts.emptyAnswers,
	};
	const show = (name: FigureName, value: number) =>
		name === 'revenue' ? locale.number(value, { style: 'currency', currency }) : locale.number(value);
	const columns: readonly Column<Day>[] = [
		{
			name: 'date',
			title: texts.day,
			sortBy: ({ date }) => date,
			render: ({ date }) => formatDay(locale, Date.parse(date)),
		},
		...names.map((name) => ({
			name,
			title: titles[name],
			isNumber: true,
			sortBy: (day: Day) => day[name],
			render: (day: Day) => show(name, day[name]),
		})),
	];
	return (
		<>
			<div class="cards">
				{names.map((name) => (
					<div key={name} class="card figure">
						<span class="muted">{titles[name]}</span>
						<span class="value">{show(name, answer.totals[name])}</span>
					</div>
				))}
			</div>
			<DayChart days={answer.days} titles={titles} />
			<DataTable caption={texts.byDay} columns={columns} rows={answer.days.toReversed()} toKey={({ date }) => date} />
		</>
	);
};

const charted = ['impressions', 'clicks', 'carts'] as const;

interface DayChartProps {
	readonly days: readonly Day[];
	readonly titles: Readonly<Record<FigureName, string>>;
}

const DayChart: FunctionComponent<DayChartProps> = ({ days, titles }) => {
	const locale = useLocale();
	const series = useMemo(
		() =>
			charted.map((name, index) => ({
				title: titles[name],
				values: days.map((day) => day[name]),
				colour: index + 1,
			})),
		// The titles are those of the language.
		[days, locale],
	);
	const timesMs = useMemo(() => days.map(({ date }) => Date.parse(date)), [days]);
	return (
		<section class="card">
			<h2>{locale.texts.recommendations.byDay}</h2>
			<LineChart
				label={locale.texts.recommendations.byDay}
				timesMs={timesMs}
				series={series}
				format={locale.number}
				formatTime={(timeMs) => formatDay(locale, timeMs)}
			/>
		</section>
	);
};

function formatDay({ date }: Locale, timeMs: number): string {
	return date(timeMs, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
