/** From the bytes of an entry to an item that can be sent, or the reason why it cannot. */
import { type JsonEntry, JsonSyntaxError, scanJson } from '../../lib/json-scanner.ts';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { applyMapping, type ItemMapping } from './item-mapping.ts';
import type { EntryPlace, RawEntry } from './raw-entry.ts';

export interface ImportItem extends EntryPlace {
	/** As the server will see it; undefined when the item has none. */
	readonly id: string | undefined;
	readonly text: string;
	readonly byteCount: number;
}

/** Something of the file that is not in the index. */
export interface Rejection extends EntryPlace {
	readonly id: string | undefined;
	readonly reason: string;
}

export type ItemReading = { readonly item: ImportItem } | { readonly rejection: Rejection };

/**
 * Without a mapping, `text` is the entry byte for byte. Only what would spoil the whole request is refused here; the
 * server judges everything else, item by item.
 */
export function readItem({ bytes, ...place }: RawEntry, mapping: ItemMapping | undefined): ItemReading {
	if (bytes === undefined) return reject(place, 'is larger than a request may be');
	const text = decodeUtf8(bytes)?.trim();
	if (text === undefined) return reject(place, 'is not UTF-8 text');
	const entry = scanObject(text);
	if (typeof entry === 'string') return reject(place, entry);
	if (mapping !== undefined && entry.fault !== undefined) {
		return reject(place, `${entry.fault.path} ${entry.fault.reason}`.trim());
	}
	const mapped = mapping === undefined ? text : applyMapping(text, entry.members, mapping);
	const idSource = mapping?.get('id');
	const id = readId(text, entry, idSource) ?? (idSource === undefined ? undefined : readId(text, entry, undefined));
	return { item: { ...place, id, text: mapped, byteCount: Buffer.byteLength(mapped) } };
}

function reject(place: EntryPlace, reason: string): ItemReading {
	return { rejection: { ...place, id: undefined, reason } };
}

/** The entry, or why it is no object. */
function scanObject(text: string): JsonEntry | string {
	try {
		const { isArray, entries } = scanJson(text);
		const [entry] = entries;
		if (isArray || entry === undefined || entry.kind !== 'object') return 'is not a JSON object';
		return entry;
	} catch (error) {
		if (error instanceof JsonSyntaxError) return `is not JSON: ${error.message}`;
		throw error;
	}
}

function readId(text: string, entry: JsonEntry, name = 'id'): string | undefined {
	const member = entry.members.find((candidate) => candidate.name === name);
	if (member === undefined) return undefined;
	const value = JSON.parse(text.slice(member.valueStart, member.valueEnd)) as unknown;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
