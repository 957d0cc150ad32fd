/**
 * Which attributes of a query become preferences where no item has them all together? The weakest first, so that people stay a filter where
 * only the size is missing:
 *
 *     black mens shoes size 10      colour    size      people
 *     loosened first                –         strict    strict
 *     then                          –         –         strict
 *     at last                       –         –         –
 */

import { toFieldUse } from '../understanding/field-use.ts';
import type { QueryPart } from '../understanding/part.ts';
import type { FieldUse } from '../understanding/vocabulary.ts';
import type { IndexView } from './index-view.ts';

/** The weakest first. A shopper who asks for a brand takes no other, and children take nothing of adults. */
const strengths: Readonly<Record<FieldUse, number>> = {
	colour: 0,
	size: 1,
	material: 2,
	other: 3,
	gender: 4,
	age: 4,
	kind: 5,
	brand: 6,
};

/**
 * The parts with ever fewer strict attributes, at most three lists; the last one has none. Those that are no longer strict say so. Of more
 * than three attributes, the strongest alone stays strict in the second list.
 */
export function listLoosened(
	parts: readonly QueryPart[],
	view: Pick<IndexView, 'segments'>,
): readonly (readonly QueryPart[])[] {
	const strict = parts.filter(isStrictAttribute);
	const ordered = strict
		.map((part) => ({ part, strength: toStrength(part, view) }))
		.toSorted((a, b) => a.strength - b.strength)
		.map(({ part }) => part);
	const counts = new Set(
		[1, ordered.length - 1, ordered.length].filter((count) => count > 0 && count <= ordered.length),
	);
	return [...counts].map((count) => {
		const loose = new Set(ordered.slice(0, count));
		return parts.map((part) => (loose.has(part) ? { ...part, isStrict: false, isLoosened: true } : part));
	});
}

function isStrictAttribute({ kind, isStrict }: QueryPart): boolean {
	return isStrict && kind === 'attribute';
}

function toStrength({ condition }: QueryPart, { segments }: Pick<IndexView, 'segments'>): number {
	if (condition.kind === 'absence') return strengths.other;
	const name = condition.kind === 'numbers' ? condition.fieldNames[0] : condition.fieldName;
	const of = segments.find(({ segment }) => segment.findField(name) !== undefined);
	return strengths[toFieldUse({ name, role: of?.segment.schema.find(name).role ?? '' })];
}
