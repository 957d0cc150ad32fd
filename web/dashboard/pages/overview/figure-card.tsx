/** One figure: its sum, its change against the period before, and its days as a chart or as a table. */
import type { FunctionComponent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LineChart } from '../../../ui/line-chart.tsx';
import { createPriceFormat } from '../../../ui/price.ts';
import type { Engine } from '../../shell/engines.tsx';
import { type Locale, useLocale } from '../../shell/texts.tsx';
import { compareFigure, type Figure, type FiguresDay, sumFigure } from './figures.ts';

export interface FigureCardProps {
	readonly figure: Figure;
	readonly engine: Engine;
	readonly days: readonly FiguresDay[];
	readonly daysBefore: readonly FiguresDay[];
	/** Of their days. */
	readonly timeZone: string;
}

export const FigureCard: FunctionComponent<FigureCardProps> = (props) => {
	const { figure, engine, days, daysBefore, timeZone } = props;
	const locale = useLocale();
	const { texts } = locale;
	const id = useId();
	const [isTable, setTable] = useState(false);
	const { title, hint } = texts.overview.figures[figure.name];
	const now = sumFigure(figure, days);
	const before = sumFigure(figure, daysBefore);
	const rows = days.map((day, index) => {
		const dayBefore = daysBefore[index];
		return {
			timeMs: day.timestamp,
			now: sumFigure(figure, [day]),
			before: dayBefore === undefined ? null : sumFigure(figure, [dayBefore]),
		};
	});
	const Days = isTable ? DaysTable : DaysChart;
	return (
		<section class="card figure-card" aria-labelledby={id}>
			<div class="figure-head">
				<div class="figure">
					<h2 id={id}>{title}</h2>
					<span class="value">{formatFigure(locale, { figure, engine, value: now })}</span>
				</div>
				{days.length > 1 && (
					<button
						type="button"
						class="button small"
						aria-pressed={isTable}
						aria-label={`${texts.overview.table}: ${title}`}
						onClick={() => setTable(!isTable)}
					>
						{texts.overview.table}
					</button>
				)}
			</div>
			<p class="row">
				<Change figure={figure} now={now} before={before} />
				<span class="muted">
					{texts.overview.before}: {formatFigure(locale, { figure, engine, value: before })}
				</span>
			</p>
			{days.length > 1 && <Days figure={figure} engine={engine} rows={rows} timeZone={timeZone} />}
			<p class="hint">{hint}</p>
		</section>
	);
};

const Change: FunctionComponent<{
	readonly figure: Figure;
	readonly now: number | null;
	readonly before: number | null;
}> = ({ figure, now, before }) => {
	const { texts, number } = useLocale();
	const change = compareFigure(figure, now, before);
	if (change === null || change === 0) {
		return <span class="change">{change === null ? '–' : texts.overview.unchanged}</span>;
	}
	const isGood = change > 0 !== (figure.isBad ?? false);
	const options = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
	const text =
		figure.kind === 'share'
			? `${number(change * 100, options)} ${texts.overview.points}`
			: number(change, { ...options, style: 'percent' });
	return (
		<strong class={isGood ? 'change up' : 'change down'}>
			<span aria-hidden="true">{change > 0 ? '▲' : '▼'} </span>
			{text}
		</strong>
	);
};

interface DayRow {
	readonly timeMs: number;
	readonly now: number | null;
	readonly before: number | null;
}

interface DaysProps {
	readonly figure: Figure;
	readonly engine: Engine;
	readonly rows: readonly DayRow[];
	readonly timeZone: string;
}

const DaysChart: FunctionComponent<DaysProps> = ({ figure, engine, rows, timeZone }) => {
	const locale = useLocale();
	const { texts, date, fill, number, percent } = locale;
	return (
		<LineChart
			label={fill(texts.overview.chartOf, { figure: texts.overview.figures[figure.name].title })}
			timesMs={rows.map(({ timeMs }) => timeMs)}
			series={[
				{ title: texts.overview.now, values: rows.map(({ now }) => now), colour: 1 },
				{ title: texts.overview.before, values: rows.map(({ before }) => before), colour: 2, isDashed: true },
			]}
			format={(value) => formatFigure(locale, { figure, engine, value })}
			formatAxis={(value) => (figure.kind === 'share' ? percent(value) : number(value, { notation: 'compact' }))}
			formatTime={(timeMs) => date(timeMs, { day: 'numeric', month: 'short', timeZone })}
			isCount={figure.kind === 'count'}
			height={150}
		/>
	);
};

const DaysTable: FunctionComponent<DaysProps> = ({ figure, engine, rows, timeZone }) => {
	const locale = useLocale();
	const { texts, date } = locale;
	const format = (value: number | null) => formatFigure(locale, { figure, engine, value });
	const columns: readonly Column<DayRow>[] = [
		{
			...{ name: 'day', title: texts.overview.day, sortBy: ({ timeMs }) => timeMs },
			render: ({ timeMs }) => date(timeMs, { day: 'numeric', month: 'short', timeZone }),
		},
		{
			...{ name: 'now', title: texts.overview.now, isNumber: true },
			...{ render: ({ now }) => format(now), sortBy: ({ now }) => now },
		},
		{
			...{ name: 'before', title: texts.overview.before, isNumber: true },
			...{ render: ({ before }) => format(before), sortBy: ({ before }) => before },
		},
	];
	return (
		<div class="days-table">
			<DataTable
				caption={texts.overview.figures[figure.name].title}
				columns={columns}
				rows={rows}
				toKey={({ timeMs }) => timeMs}
			/>
		</div>
	);
};

interface Shown {
	readonly figure: Figure;
	readonly engine: Engine;
	readonly value: number | null;
}

function formatFigure(locale: Locale, { figure: { kind }, engine, value }: Shown): string {
	if (value === null) return '–';
	if (kind === 'share') return locale.percent(value);
	return kind === 'money'
		? createPriceFormat(locale.language, engine.currency ?? undefined)(value)
		: locale.number(value);
}
