/** Turns the bytes of an entry into an item that can be sent, or a reason why it cannot. */
import { type JsonEntry, JsonSyntaxError, scanJson } from '../lib/json-scanner.ts';
import { decodeUtf8 } from '../lib/utf8.ts';
import type { EntryPosition, RawEntry } from './raw-entry.ts';
import { type MemberNames, renameMembers } from './rename-members.ts';

export interface FeedItem extends EntryPosition {
	/** As the server will read it; undefined when the item has none. */
	readonly id: string | undefined;
	/** A JSON object. */
	readonly text: string;
	readonly byteCount: number;
}

/** `ambiguous`: a member occurs twice, so renaming would lose one of them. */
export type RejectionCode = 'too_large' | 'not_utf8' | 'not_json' | 'not_an_object' | 'ambiguous';

/** An entry that is not an item. */
export interface EntryRejection extends EntryPosition {
	readonly code: RejectionCode;
	/** What is wrong with it: the end of a sentence that begins with the entry. */
	readonly reason: string;
}

export type ItemReading = { readonly item: FeedItem } | { readonly rejection: EntryRejection };

/**
 * Without new names, `text` is the entry byte for byte. Only what would spoil a whole batch is rejected here; the
 * receiver validates the item.
 */
export function readItem({ bytes, ...position }: RawEntry, names: MemberNames | undefined): ItemReading {
	const reading = bytes === undefined ? tooLarge : readObject(bytes);
	if ('code' in reading) return { rejection: { ...position, ...reading } };
	const { text, object } = reading;
	if (names !== undefined && object.fault !== undefined) {
		const reason = `${object.fault.path} ${object.fault.reason}`.trim();
		return { rejection: { ...position, code: 'ambiguous', reason } };
	}
	const renamed = names === undefined ? text : renameMembers(text, object.members, names);
	const idSource = names?.get('id');
	const id = readId(text, object, idSource) ?? (idSource === undefined ? undefined : readId(text, object, undefined));
	return { item: { ...position, id, text: renamed, byteCount: Buffer.byteLength(renamed) } };
}

type Refusal = Pick<EntryRejection, 'code' | 'reason'>;

const tooLarge: Refusal = { code: 'too_large', reason: 'is too large' };

function readObject(bytes: Buffer): { readonly text: string; readonly object: JsonEntry } | Refusal {
	const text = decodeUtf8(bytes)?.trim();
	if (text === undefined) return { code: 'not_utf8', reason: 'is not UTF-8 text' };
	try {
		const { isArray, entries } = scanJson(text);
		const [object] = entries;
		if (!isArray && object?.kind === 'object') return { text, object };
		return { code: 'not_an_object', reason: 'is not a JSON object' };
	} catch (error) {
		if (error instanceof JsonSyntaxError) return { code: 'not_json', reason: `is not JSON: ${error.message}` };
		throw error;
	}
}

function readId(text: string, entry: JsonEntry, name = 'id'): string | undefined {
	const member = entry.members.find((candidate) => candidate.name === name);
	if (member === undefined) return undefined;
	const value = JSON.parse(text.slice(member.valueStart, member.valueEnd)) as unknown;
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
