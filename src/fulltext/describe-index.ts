/** What is in an index? For its info page: fields with their inferred types, and what was left out and why. */
import {
	type FieldDescription,
	type FieldUse,
	fieldUses,
	type IndexContent,
	notesMax,
} from '../domain/query/index-description.ts';
import type { IndexSchema } from '../domain/schema/index-schema.ts';
import { creationFieldName, groupFieldName, isMixedAcross, type ManifestField } from './index/segment/layout.ts';
import type { LiveSegment } from './query/index-view.ts';

const pseudoNames = new Set([groupFieldName, creationFieldName]);

/** Whether the name is that of a pseudo-field, which no item can have. */
export function isPseudoField(name: string): boolean {
	return pseudoNames.has(name);
}

/** Describes the segments of an index. Cost: O(segments · fields). */
export function describeIndex({ segments }: { readonly segments: readonly LiveSegment[] }): IndexContent {
	const fields = new Map<string, SegmentField[]>();
	let itemCount = 0;
	let documentCount = 0;
	let byteCount = 0;
	for (const { segment, liveCount } of segments) {
		itemCount += liveCount;
		documentCount += segment.documentCount;
		byteCount += segment.bytes.byteLength;
		for (const field of segment.manifest.fields) {
			const known = fields.get(field.name);
			if (known !== undefined) known.push({ field, uses: toUses(field, segment.schema) });
			else if (!isPseudoField(field.name)) fields.set(field.name, [{ field, uses: toUses(field, segment.schema) }]);
		}
	}
	const notes = new Set(segments.flatMap(({ segment }) => segment.manifest.notes));
	return {
		itemCount,
		segmentCount: segments.length,
		deletedCount: documentCount - itemCount,
		byteCount,
		fields: [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(toDescription),
		notes: [...notes].slice(0, notesMax),
	};
}

/** How the values of a field in a segment are used. */
export function toUses(field: ManifestField, { find }: IndexSchema): FieldUse[] {
	const { name, hasKeywords, hasNumbers, hasPoints, hasDates, hasTexts } = field;
	const uses: FieldUse[] = [];
	if (hasTexts && find(name).weight !== null) uses.push('text');
	if (hasKeywords) uses.push('keyword');
	if (hasNumbers) uses.push(hasDates ? 'date' : 'number');
	if (hasPoints) uses.push('point');
	return uses;
}

interface SegmentField {
	readonly field: ManifestField;
	readonly uses: readonly FieldUse[];
}

function toDescription([name, fields]: [string, SegmentField[]]): FieldDescription {
	const uses = fields.flatMap((entry) => entry.uses);
	const isMixed = isMixedAcross(fields.map(({ field }) => field));
	return { name, uses: fieldUses.filter((use) => uses.includes(use)), isMixed };
}
