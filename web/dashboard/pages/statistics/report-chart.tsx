/** The chart of a report, of the kind that its entry in the list says. */
import type { FunctionComponent } from 'preact';
import { useMemo } from 'preact/hooks';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { type ChartSeries, LineChart } from '../../../ui/line-chart.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { ReportAnswer, ReportRow } from './report-answer.ts';
import type { ReportColumn } from './report-columns.ts';
import { column, engineColumn } from './report-columns.ts';
import { type ReportChart as Chart, type Report, type ReportPath, reports } from './reports.ts';
import type { Formats } from './use-formats.ts';

export interface ReportChartProps {
	readonly path: ReportPath;
	readonly answer: ReportAnswer;
	readonly formats: Formats;
	/** Whether there are rows of each search engine. */
	readonly isOfEach: boolean;
}

type ChartOf<K extends Chart['kind']> = ReportChartProps & {
	readonly chart: Extract<Chart, { kind: K }>;
	readonly label: string;
};

export const ReportChart: FunctionComponent<ReportChartProps> = (props) => {
	const { texts, fill } = useLocale();
	const label = fill(texts.statistics.chartOf, { report: texts.statistics.reports[props.path].title });
	const { chart } = reports[props.path];
	if (chart.kind === 'lines') return <Lines {...props} chart={chart} label={label} />;
	if (chart.kind === 'bars') return <Bars {...props} chart={chart} label={label} />;
	if (chart.kind === 'sums') return <Sums {...props} chart={chart} label={label} />;
	return chart.kind === 'map' ? <Points {...props} chart={chart} label={label} /> : null;
};

const linesMax = 4;

const Lines: FunctionComponent<ChartOf<'lines'>> = ({ path, chart, label, answer, formats, isOfEach }) => {
	const { texts } = useLocale();
	const report = reports[path];
	const measure = findColumn(report, chart.measures[0]);
	const { timesMs, series } = useMemo(() => {
		const timesMs = [...new Set(answer.results.map((row) => Number(row.timestamp)))].sort((a, b) => a - b);
		const by = isOfEach ? engineColumn : report.columns.find(({ name }) => name === chart.by);
		if (by !== undefined) return { timesMs, series: toGroups({ answer, by, measure, formats, timesMs }) };
		const series: ChartSeries[] = chart.measures.map((name, index) => {
			const each = findColumn(report, name);
			const title = texts.statistics.columns[each.title];
			return { title, values: answer.results.map((row) => toNumber(row[name])), colour: index + 1 };
		});
		const before = answer.previous?.results.map((row) => toNumber(row[measure.name]));
		// Beside several lines, a second one for each would be too much.
		if (before !== undefined && series.length === 1)
			series.push({
				...{ title: texts.statistics.periodBefore, colour: 2, isDashed: true },
				values: timesMs.map((_, index) => before[index] ?? null),
			});
		return { timesMs, series };
	}, [answer, isOfEach]);
	return (
		<LineChart
			label={label}
			timesMs={timesMs}
			series={series}
			format={(value) => formats.toText(measure, value)}
			formatTime={formats.toShortDay}
			isCount={measure.kind === 'count'}
		/>
	);
};

interface Grouping {
	readonly answer: ReportAnswer;
	readonly by: ReportColumn;
	readonly measure: ReportColumn;
	readonly formats: Formats;
	readonly timesMs: readonly number[];
}

/** A line for each of the largest groups. */
function toGroups({ answer, by, measure, formats, timesMs }: Grouping): ChartSeries[] {
	const groups = new Map<unknown, Map<number, number | null>>();
	for (const row of answer.results) {
		const values = groups.get(row[by.name]) ?? new Map<number, number | null>();
		const timeMs = Number(row.timestamp);
		const value = toNumber(row[measure.name]);
		values.set(timeMs, value === null ? null : value + (values.get(timeMs) ?? 0));
		groups.set(row[by.name], values);
	}
	const sum = (values: ReadonlyMap<number, number | null>) =>
		[...values.values()].reduce<number>((all, one) => all + (one ?? 0), 0);
	return [...groups]
		.toSorted(([, first], [, second]) => sum(second) - sum(first))
		.slice(0, linesMax)
		.map(([name, values], index) => ({
			...{ title: formats.toText(by, name), colour: index + 1 },
			values: timesMs.map((timeMs) =>
				values.has(timeMs) ? (values.get(timeMs) ?? null) : measure.kind === 'count' ? 0 : null,
			),
		}));
}

const barsMax = 12;
const barsInOrderMax = 24;

const Bars: FunctionComponent<ChartOf<'bars'>> = ({ path, chart, label, answer, formats, isOfEach }) => {
	const { texts, fill } = useLocale();
	const report = reports[path];
	const measure = findColumn(report, chart.measure);
	const toLabel = (row: ReportRow) => {
		const name = chart.labels.find((each) => row[each] !== undefined && row[each] !== '') ?? chart.labels[0];
		const text = formats.toText(findColumn(report, name), row[name ?? '']);
		return isOfEach ? `${formats.toText(engineColumn, row.hashid)} · ${text}` : text;
	};
	const rows = answer.results.slice(0, barsMax);
	const bars = rows.map((row) => ({
		label: toLabel(row),
		...{ value: toNumber(row[measure.name]) ?? 0, text: formats.toText(measure, row[measure.name]) },
	}));
	const name = texts.statistics.columns[measure.title];
	const isPart = bars.length < answer.results.length;
	const title = isPart ? fill(texts.statistics.barsOf, { measure: name, count: bars.length }) : name;
	return <TitledBars title={title} label={label} bars={bars} />;
};

const Sums: FunctionComponent<ChartOf<'sums'>> = ({ path, chart, label, answer, formats }) => {
	const { texts, number } = useLocale();
	const report = reports[path];
	const by = findColumn(report, chart.label);
	const measure = chart.measure === undefined ? undefined : findColumn(report, chart.measure);
	const sums = new Map<unknown, number>();
	for (const row of answer.results) {
		const value = measure === undefined ? 1 : (toNumber(row[measure.name]) ?? 0);
		sums.set(row[by.name], (sums.get(row[by.name]) ?? 0) + value);
	}
	const sorted = [...sums].toSorted(([a, first], [b, second]) =>
		chart.isInOrder ? Number(a) - Number(b) : second - first,
	);
	const bars = sorted.slice(0, chart.isInOrder ? barsInOrderMax : barsMax).map(([name, value]) => ({
		...{ label: formats.toText(by, name), value, text: number(value) },
	}));
	const title = texts.statistics.sums[chart.label];
	return <TitledBars title={title} label={label} bars={bars} />;
};

interface TitledBarsProps {
	readonly title: string;
	readonly label: string;
	readonly bars: Parameters<typeof BarChart>[0]['bars'];
}

const TitledBars: FunctionComponent<TitledBarsProps> = ({ title, label, bars }) => (
	<div class="stack tight">
		<h2>{title}</h2>
		<BarChart label={label} bars={bars} />
	</div>
);

const degreesPerLine = 30;
const meridians = Array.from({ length: 13 }, (_, line) => line * degreesPerLine);
const parallels = Array.from({ length: 7 }, (_, line) => line * degreesPerLine);

/** Each degree is one unit: no map of countries, only their positions to each other. */
const Points: FunctionComponent<ChartOf<'map'>> = ({ label, answer }) => {
	const { texts } = useLocale();
	return (
		<figure class="stack tight">
			<svg class="world" viewBox="0 0 360 180" role="img" aria-label={label}>
				{meridians.map((x) => (
					<line key={x} x1={x} y1={0} x2={x} y2={180} />
				))}
				{parallels.map((y) => (
					<line key={y} x1={0} y1={y} x2={360} y2={y} />
				))}
				{answer.results.map(({ latitude, longitude }) => (
					<circle key={`${latitude},${longitude}`} cx={180 + Number(longitude)} cy={90 - Number(latitude)} r={2} />
				))}
			</svg>
			<figcaption class="hint">{texts.statistics.mapOf}</figcaption>
		</figure>
	);
};

function findColumn({ columns }: Report, name = ''): ReportColumn {
	return columns.find((each) => each.name === name) ?? column('text', name);
}

function toNumber(value: unknown): number | null {
	return typeof value === 'number' ? value : null;
}
