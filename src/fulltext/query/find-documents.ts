/** Which live document has this key or this link? A key is live in at most one segment. */
import { findIdentifier, findKey } from '../index/segment/key-table.ts';
import { creationFieldName } from '../index/segment/layout.ts';
import { readNumbers } from './document-values.ts';
import { type IndexView, isLive } from './index-view.ts';

/** A document of a view. */
export interface DocumentRef {
	readonly segmentIndex: number;
	readonly document: number;
}

/** The most documents with one link that are examined: variants of a product may share its page. */
const linkedDocumentsMax = 256;

/** The live document with a key of 16 bytes; undefined when there is none. Cost: O(segments). */
export function findDocument({ segments }: Pick<IndexView, 'segments'>, key: Uint8Array): DocumentRef | undefined {
	// Newest segment first, because it holds what was written last.
	for (let segmentIndex = segments.length - 1; segmentIndex >= 0; segmentIndex--) {
		const { segment, live } = segments[segmentIndex] as IndexView['segments'][number];
		const document = findKey(segment.keys, segment.keySlots, key);
		if (document >= 0 && isLive(live, document)) return { segmentIndex, document };
	}
	return undefined;
}

/**
 * The live document with a normalised link. When there are several, the one created first wins, which does not change
 * when the others are written again. Cost: O(segments · log links).
 */
export function findLinked({ segments }: Pick<IndexView, 'segments'>, link: string): DocumentRef | undefined {
	let first: (DocumentRef & { readonly created: number }) | undefined;
	for (const [segmentIndex, { segment, live }] of segments.entries()) {
		const table = { hashes: segment.linkHashes, documents: segment.linkDocuments };
		for (const document of findIdentifier(table, link, linkedDocumentsMax)) {
			if (!isLive(live, document)) continue;
			const created = readNumbers(segment, creationFieldName, document)[0] ?? 0;
			if (first === undefined || created < first.created) first = { segmentIndex, document, created };
		}
	}
	return first;
}
