/** What is in an index? For its info page: fields with their inferred types, and what was left out and why. */
import type { IndexView } from './query/index-view.ts';
import { creationFieldName, groupFieldName, type ManifestField } from './segment/layout.ts';

const pseudoNames = new Set([groupFieldName, creationFieldName]);

export interface FieldDescription {
	readonly name: string;
	/** What its values can be used as: the columns it has in any segment. */
	readonly uses: readonly ('keyword' | 'number' | 'date' | 'point')[];
	/** Its values changed type, so it is kept as keyword and text besides. */
	readonly isMixed: boolean;
}

export interface IndexDescription {
	readonly itemCount: number;
	readonly segmentCount: number;
	/** Items deleted or replaced that a merge has not dropped yet. */
	readonly deadCount: number;
	readonly byteCount: number;
	/** By name, in the order of UTF-16 code units. */
	readonly fields: readonly FieldDescription[];
	readonly notes: readonly string[];
}

/** Describes an index. Cost: O(segments · fields). */
export function describeIndex({ segments }: Pick<IndexView, 'segments'>): IndexDescription {
	const fields = new Map<string, Gathered>();
	let itemCount = 0;
	let documentCount = 0;
	let byteCount = 0;
	for (const { segment, liveCount } of segments) {
		itemCount += liveCount;
		documentCount += segment.documentCount;
		byteCount += segment.bytes.byteLength;
		for (const field of segment.manifest.fields) if (!pseudoNames.has(field.name)) gather(fields, field);
	}
	const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
	return {
		itemCount,
		segmentCount: segments.length,
		deadCount: documentCount - itemCount,
		byteCount,
		fields: sorted.map(([name, { uses, isMixed }]) => ({ name, uses: [...uses], isMixed })),
		notes: [...new Set(segments.flatMap(({ segment }) => segment.manifest.notes))],
	};
}

interface Gathered {
	readonly uses: Set<FieldDescription['uses'][number]>;
	isMixed: boolean;
	/** Bits: 1 texts in some segment, 2 nothing but numbers in some segment. */
	kinds: number;
}

function gather(
	fields: Map<string, Gathered>,
	{ name, hasKeywords, hasNumbers, hasPoints, hasDates, isMixed }: ManifestField,
): void {
	const field = fields.get(name) ?? { uses: new Set(), isMixed: false, kinds: 0 };
	fields.set(name, field);
	if (hasKeywords) field.uses.add('keyword');
	if (hasNumbers) field.uses.add(hasDates ? 'date' : 'number');
	if (hasPoints) field.uses.add('point');
	if (hasKeywords) field.kinds |= 1;
	else if (hasNumbers) field.kinds |= 2;
	// Texts here and nothing but numbers there are a change of type as well.
	field.isMixed ||= isMixed || field.kinds === 3;
}
