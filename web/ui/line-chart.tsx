/** Lines over time, by uPlot. A chart is a picture for screen readers, named by its label; its numbers are in a table beside it. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { adoptStyles } from './adopt-styles.ts';
import { chartStyles } from './chart-styles.ts';

export interface ChartSeries {
	readonly title: string;
	/** One for each time; null leaves a gap. */
	readonly values: readonly (number | null)[];
	/** The number of its colour, from 1: `--series-1`. */
	readonly colour: number;
	/** For what is compared with. */
	readonly isDashed?: boolean;
}

export interface LineChartProps {
	/** What the chart shows. */
	readonly label: string;
	/** In ms since 1970, rising. */
	readonly timesMs: readonly number[];
	readonly series: readonly ChartSeries[];
	/** Of values, at the axis and under the pointer. */
	readonly format: (value: number) => string;
	/** Shorter ones for the axis. */
	readonly formatAxis?: (value: number) => string;
	readonly formatTime: (timeMs: number) => string;
	/** Values are whole numbers, and so are the steps of the axis. */
	readonly isCount?: boolean;
	/** In pixels. */
	readonly height?: number;
}

export const LineChart: FunctionComponent<LineChartProps> = (props) => {
	const { label, height = 220 } = props;
	const frame = useRef<HTMLDivElement>(null);
	useEffect(() => {
		const element = frame.current;
		if (element === null) return;
		adoptStyles(chartStyles);
		const chart = draw(element, props);
		const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
		observer.observe(element);
		// Colours are of the moment at which it is drawn: of the system's scheme, or of the one that the page was given.
		const scheme = matchMedia('(prefers-color-scheme: dark)');
		const redraw = () => chart.redraw();
		scheme.addEventListener('change', redraw);
		const themes = new MutationObserver(redraw);
		themes.observe(document.documentElement, { attributeFilter: ['style'] });
		return () => {
			scheme.removeEventListener('change', redraw);
			themes.disconnect();
			observer.disconnect();
			chart.destroy();
		};
	}, [props, height]);
	return <div ref={frame} class="chart" role="img" aria-label={label} style={{ minHeight: `${height}px` }} />;
};

const dayMs = 86_400_000;
const daySteps = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364].map((days) => days * dayMs);
const wholeSteps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

function draw(element: HTMLElement, props: LineChartProps): uPlot {
	const { timesMs, series, format, formatAxis = format, formatTime, isCount = false, height = 220 } = props;
	// A probe, because a canvas knows no `light-dark()`.
	const readColour = (name: string) => {
		element.style.color = `var(--${name})`;
		const { color } = getComputedStyle(element);
		element.style.color = '';
		return color;
	};
	const axis = {
		stroke: () => readColour('muted'),
		grid: { stroke: () => readColour('border'), width: 1 },
		ticks: { show: false },
		font: '12px system-ui, sans-serif',
	};
	const options: uPlot.Options = {
		width: element.clientWidth,
		height,
		ms: 1,
		legend: { live: true },
		cursor: { drag: { x: false, y: false } },
		scales: { y: { range: (_, min, max) => [Math.min(0, min), max <= 0 ? 1 : max * 1.08] } },
		axes: [
			{ ...axis, values: (_, splits) => splits.map(formatTime), incrs: daySteps, space: 90, size: 26 },
			{
				...axis,
				...(isCount ? { incrs: wholeSteps } : {}),
				values: (_, splits) => splits.map(formatAxis),
				size: (_, texts) => 14 + 7 * Math.max(2, ...(texts ?? []).map(({ length }) => length)),
			},
		],
		series: [
			{ label: '', value: (_, time) => (time === null ? '' : formatTime(time)) },
			...series.map(({ title, colour, isDashed = false }) => ({
				label: title,
				stroke: () => readColour(`series-${colour}`),
				width: 2,
				...(isDashed ? { dash: [5, 4] } : {}),
				points: { show: true, filter: (_: uPlot, index: number) => listLone(series[index - 1]?.values ?? []) },
				value({ cursor }: uPlot, value: number | null) {
					if (typeof cursor.idx !== 'number') return '';
					return value === null ? '–' : format(value);
				},
			})),
		],
	};
	const data = [[...timesMs], ...series.map(({ values }) => [...values])] as unknown as uPlot.AlignedData;
	return new uPlot(options, data, element);
}

/** Where a line has a value and none beside it: a line alone would not show it. */
function listLone(values: readonly (number | null)[]): number[] {
	const isGap = (index: number) => (values[index] ?? null) === null;
	return values.flatMap((_, index) => (!isGap(index) && isGap(index - 1) && isGap(index + 1) ? [index] : []));
}
