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
	readonly formatTime: (timeMs: number) => string;
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
		// Colours are of the moment at which it is drawn.
		const scheme = matchMedia('(prefers-color-scheme: dark)');
		const redraw = () => chart.redraw();
		scheme.addEventListener('change', redraw);
		return () => {
			scheme.removeEventListener('change', redraw);
			observer.disconnect();
			chart.destroy();
		};
	}, [props, height]);
	return <div ref={frame} class="chart" role="img" aria-label={label} style={{ minHeight: `${height}px` }} />;
};

function draw(element: HTMLElement, { timesMs, series, format, formatTime, height = 220 }: LineChartProps): uPlot {
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
			{ ...axis, values: (_, splits) => splits.map(formatTime), space: 90 },
			{ ...axis, values: (_, splits) => splits.map(format), size: 64 },
		],
		series: [
			{ value: (_, time) => (time === null ? '' : formatTime(time)) },
			...series.map(({ title, colour, isDashed = false }) => ({
				label: title,
				stroke: () => readColour(`series-${colour}`),
				width: 2,
				...(isDashed ? { dash: [5, 4] } : {}),
				points: { show: timesMs.length < 2 },
				value: (_: uPlot, value: number | null) => (value === null ? '–' : format(value)),
			})),
		],
	};
	const data = [[...timesMs], ...series.map(({ values }) => [...values])] as unknown as uPlot.AlignedData;
	return new uPlot(options, data, element);
}
