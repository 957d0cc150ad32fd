/** What is chosen, each with a button that removes it. */
import type { FunctionComponent } from 'preact';
import { fill } from '../ui/fill-text.ts';
import { setRange, toggleValue } from './change-state.ts';
import type { ElementProps } from './define-element.ts';
import { isPriceField, toPathText } from './facet-label.ts';
import type { Texts } from './texts/texts.ts';
import type { ResultsState } from './url-state.ts';

interface Chip {
	readonly key: string;
	readonly text: string;
	/** The state without it. */
	readonly without: ResultsState;
}

export function listChips({ language, formatPrice }: ElementProps, state: ResultsState): readonly Chip[] {
	const values = Object.entries(state.values).flatMap(([field, chosen]) =>
		chosen.map((value) => ({
			key: `${field}:${value}`,
			text: toPathText(value),
			without: toggleValue(state, field, value),
		})),
	);
	const number = new Intl.NumberFormat(language);
	const ranges = Object.entries(state.ranges).map(([field, { from, to }]) => {
		const format = isPriceField(field) ? formatPrice : (amount: number) => number.format(amount);
		const [low, high] = [from, to].map((end) => (end === undefined ? undefined : format(end)));
		const text = low === undefined ? `≤ ${high}` : high === undefined ? `≥ ${low}` : `${low} – ${high}`;
		return { key: field, text, without: setRange(state, field, undefined) };
	});
	return [...values, ...ranges];
}

interface ChipsProps {
	readonly texts: Texts;
	readonly chips: readonly Chip[];
	readonly onChange: (state: ResultsState) => void;
	readonly onClear: () => void;
}

export const Chips: FunctionComponent<ChipsProps> = ({ texts, chips, onChange, onClear }) => {
	if (chips.length === 0) return null;
	return (
		<div class="chips" part="chips">
			{chips.map(({ key, text, without }) => (
				<button
					key={key}
					type="button"
					part="chip"
					aria-label={fill(texts.removeFilter, { name: text })}
					onClick={() => onChange(without)}
				>
					<span dir="auto">{text}</span>
					<span aria-hidden="true">×</span>
				</button>
			))}
			<button type="button" class="link" part="clear-filters" onClick={onClear}>
				{texts.clearFilters}
			</button>
		</div>
	);
};
