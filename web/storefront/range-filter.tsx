/** Two handles on one line. What they say applies when they are let go; of a row of key presses, the last one counts. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
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
	from: chosenFrom,
	to: chosenTo,
	format,
	onChange,
}) => {
	const step = toStep(max - min);
	const least = Math.floor(min / step) * step;
	const most = Math.ceil(max / step) * step;
	const chosen = { low: chosenFrom ?? least, high: chosenTo ?? most };
	const [draft, setDraft] = useState(chosen);
	/** From the first step of a move until it is applied: answers do not move it back meanwhile. */
	const isMoving = useRef(false);
	useEffect(() => {
		if (!isMoving.current) setDraft(chosen);
	}, [chosen.low, chosen.high]);
	const low = Math.min(draft.low, draft.high);
	const high = Math.max(draft.low, draft.high);
	const move = (next: typeof draft) => {
		// Back where it was it is not applied: browsers tell of no change.
		isMoving.current = next.low !== chosen.low || next.high !== chosen.high;
		setDraft(next);
	};
	const apply = () => {
		isMoving.current = false;
		// The ends are rounded outwards, but never so far that nothing is left.
		const from = low <= least ? undefined : round(Math.min(low, max));
		const to = high >= most ? undefined : round(Math.max(high, min));
		onChange(from === undefined && to === undefined ? undefined : { from, to });
	};
	const applySoon = useLast(apply);
	const handles = [
		{ name: texts.from, value: low, set: (value: number) => move({ low: Math.min(value, high), high }) },
		{ name: texts.to, value: high, set: (value: number) => move({ low, high: Math.max(value, low) }) },
	];
	const toShare = (span: number) => `${Math.max(0, (100 * span) / (most - least))}%`;
	// Where both are at the end, only the lower one can be moved.
	const isLowInFront = low > (least + most) / 2;
	return (
		<fieldset class="facet" part="facet">
			<legend part="facet-name">{label}</legend>
			<div class="slider" part="slider">
				<span class="chosen" style={{ insetInlineStart: toShare(low - least), insetInlineEnd: toShare(most - high) }} />
				{handles.map(({ name, value, set }, at) => (
					<input
						key={name}
						class={at === 0 && isLowInFront ? 'front' : undefined}
						type="range"
						min={least}
						max={most}
						step={step}
						value={value}
						aria-label={`${label}: ${name}`}
						aria-valuetext={format(value)}
						onInput={(event) => set(Number(event.currentTarget.value))}
						onChange={applySoon}
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

const pauseMs = 250;

/** Calls what was given last, once nobody has asked for it for a while. */
function useLast(run: () => void): () => void {
	const latest = useRef(run);
	latest.current = run;
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	return () => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => latest.current(), pauseMs);
	};
}
