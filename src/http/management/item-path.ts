/**
 * The item id in a path: everything after `/items/`, including slashes.
 *
 * Clients write it differently: one percent-encodes, one writes `+` for a space, one encodes nothing, and any of them may
 * add a final slash. So a path has several readings, tried in this order: as written, then `+` as a space, then both
 * again without a final slash.
 */
import { FailureError, failField } from '../../lib/failure.ts';

const itemPathPattern =
	/^\/(?:api\/v2|dashboard\/api)\/search_engines\/[^/]+\/indices\/[^/]+\/(?:temp\/)?items\/([^?#]*)/;
/** Names below `/items/` that are operations, never items. */
const reservedNames: ReadonlySet<string> = new Set(['', '_bulk', '_mget', '_count']);

/**
 * @param url the path and query of a request, still percent-encoded.
 * @returns the ids the path may mean, best first; empty when it names no item.
 * @throws {FailureError} `invalid`, when the percent-encoding is broken.
 */
export function readItemIds(url: string): readonly string[] {
	const written = itemPathPattern.exec(url)?.[1] ?? '';
	const withoutSlash = written.endsWith('/') ? written.slice(0, -1) : written;
	if (reservedNames.has(withoutSlash)) return [];
	const readings = [written, written.replaceAll('+', ' '), withoutSlash, withoutSlash.replaceAll('+', ' ')];
	return [...new Set(readings)].map(decode);
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch (cause) {
		throw new FailureError(failField('item_id', 'is not valid percent-encoded UTF-8').failure, { cause });
	}
}
