/** Bars beside their labels, in the order that they are given. A picture for screen readers: its numbers are in a table beside it. */
import type { FunctionComponent } from 'preact';
import { adoptStyles } from './adopt-styles.ts';

export interface Bar {
	readonly label: string;
	readonly value: number;
	/** The value as it is shown. */
	readonly text: string;
}

export interface BarChartProps {
	/** What the chart shows. */
	readonly label: string;
	readonly bars: readonly Bar[];
}

adoptStyles(`
.bar-chart { display: grid; grid-template-columns: fit-content(40%) minmax(0, 1fr) max-content; gap: 6px 12px; align-items: center; font-size: 0.875rem; }
.bar-chart > .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar-chart > .size { text-align: end; font-variant-numeric: tabular-nums; }
.bar-chart > .track { block-size: 14px; border-radius: 4px; background: var(--raised); }
.bar-chart .fill { display: block; block-size: 100%; min-inline-size: 2px; border-radius: 4px; background: var(--series-1); }
.bar-chart .fill.negative { background: var(--series-2); }
@media (max-width: 520px) { .bar-chart { grid-template-columns: fit-content(50%) minmax(0, 1fr) max-content; gap: 6px 8px; } }
`);

export const BarChart: FunctionComponent<BarChartProps> = ({ label, bars }) => {
	const largest = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.MIN_VALUE);
	return (
		<div class="bar-chart" role="img" aria-label={label}>
			{bars.map(({ label: name, value, text }, index) => (
				<>
					<span key={`name-${index}`} class="name" dir="auto" title={name}>
						{name}
					</span>
					<span key={`track-${index}`} class="track">
						{value !== 0 && (
							<span
								class={value < 0 ? 'fill negative' : 'fill'}
								style={{ inlineSize: `${(100 * Math.abs(value)) / largest}%` }}
							/>
						)}
					</span>
					<span key={`size-${index}`} class="size">
						{text}
					</span>
				</>
			))}
		</div>
	);
};
