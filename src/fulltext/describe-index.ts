/** What is in an index? For its info page: fields with their inferred types, and what was left out and why. */
import {
	type FieldDescription,
	type FieldUse,
	fieldUses,
	type IndexContent,
	notesMax,
} from '../domain/query/index-description.ts';
import { toFieldRule } from './index/builder/field-rule.ts';
import { creationFieldName, groupFieldName, isMixedAcross, type ManifestField } from './index/segment/layout.ts';
import type { LiveSegment } from './query/index-view.ts';

const pseudoNames = new Set([groupFieldName, creationFieldName]);

/** Whether a name is one of ours, which no item can have. */
export function isPseudoField(name: string): boolean {
	return pseudoNames.has(name);
}

/** Describes the segments of an index. Cost: O(segments · fields). */
export function describeIndex({ segments }: { readonly segments: readonly LiveSegment[] }): IndexContent {
	const fields = new Map<string, ManifestField[]>();
	let itemCount = 0;
	let documentCount = 0;
	let byteCount = 0;
	for (const { segment, liveCount } of segments) {
		itemCount += liveCount;
		documentCount += segment.documentCount;
		byteCount += segment.bytes.byteLength;
		for (const field of segment.manifest.fields) {
			const known = fields.get(field.name);
			if (known !== undefined) known.push(field);
			else if (!isPseudoField(field.name)) fields.set(field.name, [field]);
		}
	}
	const notes = new Set(segments.flatMap(({ segment }) => segment.manifest.notes));
	return {
		itemCount,
		segmentCount: segments.length,
		deadCount: documentCount - itemCount,
		byteCount,
		fields: [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(toDescription),
		notes: [...notes].slice(0, notesMax),
	};
}

/** What the values of a field in a segment are taken for. */
export function toUses({ name, hasKeywords, hasNumbers, hasPoints, hasDates, hasTexts }: ManifestField): FieldUse[] {
	const uses: FieldUse[] = [];
	// Whether words are searched goes by the name of the field alone, whether the item has a title or not.
	if (hasTexts && toFieldRule(name, false).weightClass !== undefined) uses.push('text');
	if (hasKeywords) uses.push('keyword');
	if (hasNumbers) uses.push(hasDates ? 'date' : 'number');
	if (hasPoints) uses.push('point');
	return uses;
}

function toDescription([name, fields]: [string, ManifestField[]]): FieldDescription {
	const uses = fields.flatMap(toUses);
	return { name, uses: fieldUses.filter((use) => uses.includes(use)), isMixed: isMixedAcross(fields) };
}
