/**
 * Read your writes: the answer to a write of items says where it is, and a search that says so waits until the server that
 * answers has it, whichever server that is.
 *
 * The value is opaque to clients. It names the index: a search waits for all that was written to it before the search, which
 * a position of its own would only make shorter.
 */
import { indexNamePattern } from '../../domain/search-engine/search-engine.ts';

export const positionHeader = 'x-vitrine-position';

const version = '1';

export function formatPosition(indexName: string): string {
	return `${version}-${indexName}`;
}

/** The name of the index; undefined for what no answer has said. */
export function parsePosition(text: string): string | undefined {
	const name = text.startsWith(`${version}-`) ? text.slice(version.length + 1) : '';
	return indexNamePattern.test(name) ? name : undefined;
}
