/** What choosing something does to the state of the results. Every choice leads to the first page. */
import type { Range, ResultsState } from './url-state.ts';

export function toggleValue(state: ResultsState, field: string, value: string): ResultsState {
	const chosen = readChosen(state, field);
	const next = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
	return setValues(state, field, next);
}

/** An empty list removes the filter. */
export function setValues(state: ResultsState, field: string, chosen: readonly string[]): ResultsState {
	const { [field]: _before, ...others } = state.values;
	return { ...state, page: 1, values: chosen.length === 0 ? others : { ...others, [field]: chosen } };
}

/** Undefined removes the filter. */
export function setRange(state: ResultsState, field: string, range: Range | undefined): ResultsState {
	const { [field]: _before, ...others } = state.ranges;
	return { ...state, page: 1, ranges: range === undefined ? others : { ...others, [field]: range } };
}

export function clearFilters(state: ResultsState): ResultsState {
	return { ...state, page: 1, values: {}, ranges: {} };
}

export function readChosen({ values }: ResultsState, field: string): readonly string[] {
	return Object.hasOwn(values, field) ? (values[field] ?? []) : [];
}
