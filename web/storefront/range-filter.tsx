/** Two handles on one line. What they say applies when they are let go. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Texts } from './texts/texts.ts';
import type { Range } from './url-state.ts';

interface RangeFilterProps extends Range {
	readonly label: string;
	readonly texts: Texts;
	readonly min: number;
	readonly max: number;
	readonly format: (amount: number) => string;
	/** Undefined: everything between the two ends. */
	readonly onChange: (range: Range | undefined) => void;
}

/** Steps of a hundredth of the whole, rounded to 1, 2 or 5 times a power of ten. */
function toStep(span: number): number {
	const raw = span / 100;
	const power = 10 ** Math.floor(Math.log10(raw));
	return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= raw) ?? 1;
}

export const RangeFilter: FunctionComponent<RangeFilterProps> = ({
	label,
	texts,
	min,
	max,
	from,
	to,
	format,
	onChange,
}) => {
	const step = toStep(max - min);
	const least = Math.floor(min / step) * step;
	const most = Math.ceil(max / step) * step;
	const [draft, setDraft] = useState({ low: from ?? least, high: to ?? most });
	useEffect(() => setDraft({ low: from ?? least, high: to ?? most }), [from, to, least, most]);
	const low = Math.min(draft.low, draft.high);
	const high = Math.max(draft.low, draft.high);
	const apply = () => {
		const range = { from: low <= least ? undefined : round(low), to: high >= most ? undefined : round(high) };
		onChange(range.from === undefined && range.to === undefined ? undefined : range);
	};
	const handles = [
		{ name: texts.from, value: low, set: (value: number) => setDraft({ low: Math.min(value, high), high }) },
		{ name: texts.to, value: high, set: (value: number) => setDraft({ low, high: Math.max(value, low) }) },
	];
	return (
		<fieldset class="facet" part="facet">
			<legend part="facet-name">{label}</legend>
			<div class="slider" part="slider">
				{handles.map(({ name, value, set }) => (
					<input
						key={name}
						type="range"
						min={least}
						max={most}
						step={step}
						value={value}
						aria-label={`${label}: ${name}`}
						aria-valuetext={format(value)}
						onInput={(event) => set(Number(event.currentTarget.value))}
						onChange={apply}
					/>
				))}
			</div>
			<div class="ends" aria-hidden="true">
				<span>{format(low)}</span>
				<span>{format(high)}</span>
			</div>
		</fieldset>
	);
};

/** Steps of 0.1 add up to 4.699999999. */
function round(amount: number): number {
	return Math.round(amount * 100) / 100;
}
