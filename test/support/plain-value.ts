/**
 * When does a filter mean a value? Computed in a simple way: both are decomposed, stripped of marks, put in lower case,
 * and split into the levels of a path.
 */
import type { TermsFilter } from '../../src/domain/query/filter.ts';

/** Letters that have no marks to strip. */
const otherLetters: readonly (readonly [RegExp, string])[] = [
	[/ß/g, 'ss'],
	[/ı/g, 'i'],
	[/æ/g, 'ae'],
	[/ø/g, 'o'],
	[/ς/g, 'σ'],
];

/** The levels of a value; one for a value that is not a path. */
export function toLevels(value: string): string[] {
	const plain = value
		.normalize('NFKD')
		.toLowerCase()
		.normalize('NFKD')
		.replaceAll(/[\u0300-\u036f]/g, '');
	const levels = plain
		.split(/>(?:\s*>)*/)
		.map((level) => otherLetters.reduce((text, [from, to]) => text.replace(from, to), level));
	return levels.map((level) => level.trim().replaceAll(/\s+/g, ' '));
}

type Means = (value: string) => boolean;

/**
 * One test for each value of the filter.
 * @param existing all values of the field in the items that are searched
 */
export function toMeanings({ values, isExact }: TermsFilter, existing: readonly string[]): Means[] {
	return values.map((wanted): Means => {
		if (isExact) return (value) => value === wanted;
		const levels = toLevels(wanted);
		while (levels.length > 1 && levels.at(-1) === '') levels.pop();
		if (levels.join('') === '') return () => false;
		const isTop = existing.some((value) => startsAt(toLevels(value), levels, 0));
		if (isTop) return (value) => startsAt(toLevels(value), levels, 0);
		return (value) => {
			const own = toLevels(value);
			return own.length > 1 && own[0] !== '' && own.some((_, at) => startsAt(own, levels, at));
		};
	});
}

/** Whether the other levels contain these from an index on. */
export function startsAt(own: readonly string[], levels: readonly string[], at: number): boolean {
	return levels.every((level, index) => own[at + index] === level);
}

/** The selected values of a facet: those that are meant and counted, or else the filter's own values. */
export function listChosenValues(
	filter: TermsFilter,
	existing: readonly string[],
	counts: ReadonlyMap<string, number>,
): { readonly value: string; readonly count: number }[] {
	const meanings = toMeanings(filter, existing);
	const byBytes = [...counts.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
	const chosen = filter.values.flatMap((asked, at) => {
		const means = meanings[at] as Means;
		const meant = byBytes.filter((value) => value === asked || means(value));
		const found = meant.includes(asked) ? [asked, ...meant.filter((value) => value !== asked)] : meant;
		return found.length === 0 ? [asked] : found;
	});
	return [...new Set(chosen)].map((value) => ({ value, count: counts.get(value) ?? 0 }));
}
