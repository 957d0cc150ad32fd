/** Which fields do the segments of an index have, by name? */
import type { FieldCatalogue } from '../domain/query/field-catalogue.ts';
import { isPseudoField, toUses } from './describe-index.ts';
import type { LiveSegment } from './query/index-view.ts';

/** A field whose items were all deleted is still listed until a merge drops it. */
export function createFieldCatalogue(segments: readonly LiveSegment[]): FieldCatalogue {
	return {
		itemCount: segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
		find(fieldName) {
			if (isPseudoField(fieldName)) return undefined;
			const uses = segments.flatMap(({ segment }) => {
				const field = segment.findField(fieldName);
				return field === undefined ? [] : [toUses(field, segment.schema)];
			});
			return uses.length === 0 ? undefined : uses.flat();
		},
		listNames() {
			const names = new Set(segments.flatMap(({ segment }) => segment.manifest.fields.map(({ name }) => name)));
			return [...names].filter((name) => !isPseudoField(name));
		},
	};
}
