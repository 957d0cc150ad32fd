/** What is strict in a text becomes a preference where it leaves nothing. */
import type { IndexQuery } from '../../src/domain/query/index-query.ts';
import type { QueryPart } from '../../src/fulltext/understanding/part.ts';
import { listFieldNames } from './scan-understood.ts';

/** Fields of the random catalogues, from the weakest to the strongest. */
const fieldStrengths = [['colour', 'color'], ['size'], ['material'], ['ram'], ['gender', 'age'], ['brand']];

/** The parts without the weakest attribute, with the strongest alone, and without any; not those that are none of these. */
export function listLoosened(parts: readonly QueryPart[]): QueryPart[][] {
	const toStrength = ({ condition }: QueryPart) =>
		fieldStrengths.findIndex((names) => names.includes(listFieldNames(condition)[0] ?? ''));
	const ordered = parts
		.filter(({ kind, isStrict }) => kind === 'attribute' && isStrict)
		.toSorted((a, b) => toStrength(a) - toStrength(b));
	const loosen = (weakest: readonly QueryPart[]) =>
		parts.map((part) => (weakest.includes(part) ? { ...part, isStrict: false, isLoosened: true } : part));
	return [1, ordered.length - 1, ordered.length]
		.filter((count) => count > 0 && count <= ordered.length)
		.map((count) => loosen(ordered.slice(0, count)));
}

/** The parts as they were understood, then without strict attributes, then without anything strict. */
export function listReadings(understood: readonly QueryPart[], { autoFilterFields }: IndexQuery): QueryPart[][] {
	const parts = understood.filter(
		({ kind, condition }) =>
			kind !== 'attribute' || !autoFilterFields.some((name) => listFieldNames(condition).includes(name)),
	);
	const withoutAttributes = parts.map((part) => (part.kind === 'attribute' ? { ...part, isStrict: false } : part));
	return [parts, withoutAttributes, parts.map((part) => ({ ...part, isStrict: false }))];
}
