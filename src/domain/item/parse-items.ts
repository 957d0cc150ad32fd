/**
 * Turns the body of a request into item writes.
 *
 *     bytes ─ decodeJsonText ─► text ─ scanJson ─► entries ─► id, preset rules ─► put   the text that will be stored
 *                                                                               ├► merge the patch, derived fields added
 *                                                                               └► delete the id
 *
 * A malformed request fails as a whole with a `Failure`. A bad item in a well-formed batch is rejected alone. What was
 * sent is stored as it is: only members that must change are touched.
 */
import { type Fault, fail, type Result, succeed } from '../../lib/failure.ts';
import { type JsonEntry, type JsonFault, type JsonScan, JsonSyntaxError, scanJson } from '../../lib/json-scanner.ts';
import { decodeUtf8, isWithinBytes } from '../../lib/utf8.ts';
import { type ItemWrite, itemBytesMax, itemsPerBatchMax } from './item.ts';
import { readItemId } from './item-id.ts';
import { overlayMembers, toObjectText } from './item-text.ts';
import {
	type ItemRules,
	type KnownFields,
	readKnownFields,
	toDerivedFields,
	toDerivedPatch,
	toGroupId,
} from './preset-rules.ts';

/** An entry of a batch that cannot be written; `id` is null when the entry has no usable one. */
interface RejectedItem {
	readonly kind: 'rejected';
	readonly id: string | null;
	readonly error: string;
}

/** The writes of a batch, entry by entry in the order of the request. */
export type ItemBatch = readonly (ItemWrite | RejectedItem)[];

export interface ItemBatchOptions extends ItemRules {
	readonly kind: ItemWrite['kind'];
	/** Called once for every put without an id; returns a new id of 1–512 bytes. */
	readonly makeId: () => string;
}

/** A new item gets its id from the body, or a generated one; a patch applies to the item whose id is in the URL. */
export type ItemOptions = ItemRules &
	({ readonly kind: 'put'; readonly makeId: () => string } | { readonly kind: 'merge'; readonly id: string });

/** The text of a body, without a byte order mark; `invalid` when it is not UTF-8. */
export function decodeJsonText(bytes: Uint8Array): Result<string> {
	const text = decodeUtf8(bytes);
	return text === undefined ? failBody('is not valid UTF-8') : succeed(text);
}

/**
 * The writes of a bulk request, 1 to 100 entries.
 *
 * Fails with `invalid` when the text is not JSON, not an array or empty, or when an entry is not an object or (to
 * delete) has no usable id; with `batch_too_large` when there are too many entries. Anything else that is wrong with an
 * entry rejects only that entry. Cost: O(text).
 */
export function parseItemBatch(text: string, options: ItemBatchOptions): Result<ItemBatch> {
	const scan = tryScan(text);
	if (!scan.ok) return scan;
	const { isArray, entries, entryCount } = scan.value;
	if (!isArray) return failBody('must be an array of objects');
	if (entryCount === 0) return failBody('must have at least one entry');
	if (entryCount > itemsPerBatchMax) {
		return fail('batch_too_large', {
			message: `The request has ${entryCount} entries, more than the limit of ${itemsPerBatchMax} items`,
		});
	}
	const faults = findBatchFaults(text, entries, options.kind);
	if (faults.length > 0) return failItems(faults);
	return succeed(entries.map((entry) => toBatchEntry(text, entry, options)));
}

/**
 * The write of a request for one item, whose body is the item or the patch. Fails with `invalid` and names the field.
 * An empty array is an empty patch, because that is how PHP encodes an array without keys.
 */
export function parseItem(text: string, options: ItemOptions): Result<ItemWrite> {
	// Checked before the scan, which takes about 60 ms per megabyte for the worst texts.
	if (!isWithinBytes(text.trim(), itemBytesMax)) return failBody(tooLong.reason);
	const scan = tryScan(text);
	if (!scan.ok) return scan;
	const { isArray, entries } = scan.value;
	if (isArray && entries.length === 0 && options.kind === 'merge') return parseItem('{}', options);
	const [entry] = entries;
	if (isArray || entry?.kind !== 'object') return failBody('must be an object');
	const outcome = options.kind === 'put' ? toPut(text, entry, options) : toMerge(text, entry, options);
	return 'kind' in outcome ? succeed(outcome) : failField(outcome);
}

function tryScan(text: string): Result<JsonScan> {
	try {
		return succeed(scanJson(text, { entriesMax: itemsPerBatchMax }));
	} catch (error) {
		if (error instanceof JsonSyntaxError) return failBody(`is not valid JSON: ${error.message}`);
		throw error;
	}
}

/** What makes the whole request malformed: at most one fault for each entry. */
function findBatchFaults(text: string, entries: readonly JsonEntry[], kind: ItemWrite['kind']): JsonFault[] {
	const faults: JsonFault[] = [];
	entries.forEach((entry, index) => {
		if (entry.kind !== 'object') faults.push({ path: `[${index}]`, reason: 'must be an object' });
		else if (kind === 'delete') {
			const reading = readId(text, entry);
			if ('fault' in reading) faults.push({ path: `[${index}].id`, reason: reading.fault.reason });
		}
	});
	return faults;
}

function toBatchEntry(text: string, entry: JsonEntry, options: ItemBatchOptions): ItemWrite | RejectedItem {
	const outcome = toWrite(text, entry, options);
	if ('kind' in outcome) return outcome;
	const reading = readId(text, entry);
	return { kind: 'rejected', id: 'id' in reading ? reading.id : null, error: toSentence(outcome) };
}

function toWrite(text: string, entry: JsonEntry, options: ItemBatchOptions): ItemWrite | JsonFault {
	if (options.kind === 'put') return toPut(text, entry, options);
	if (entry.fault !== undefined) return entry.fault;
	const reading = readId(text, entry);
	if ('fault' in reading) return reading.fault;
	if (options.kind === 'delete') return { kind: 'delete', id: reading.id };
	return toMerge(text, entry, { ...options, id: reading.id });
}

/** The id in an entry. Null counts as no id, because some serialisers write every field. */
function readId(text: string, entry: JsonEntry): { readonly id: string } | { readonly fault: JsonFault } {
	if (entry.fault?.path === 'id') return { fault: entry.fault };
	const member = entry.members.find(({ name }) => name === 'id');
	const literal = member === undefined ? 'null' : text.slice(member.valueStart, member.valueEnd);
	const reading = literal === 'null' ? { reason: 'is required' } : readItemId(literal);
	return 'id' in reading ? reading : { fault: { path: 'id', reason: reading.reason } };
}

function toPut(
	text: string,
	entry: JsonEntry,
	options: ItemRules & { readonly makeId: () => string },
): ItemWrite | JsonFault {
	const fields = readFields(text, entry, options);
	if ('fault' in fields) return fields.fault;
	const sentId = fields.get('id') ?? 'null';
	const reading = sentId === 'null' ? { id: options.makeId() } : readItemId(sentId);
	if ('reason' in reading) return { path: 'id', reason: reading.reason };
	const derived = toDerivedFields(fields, options);
	if (!sentId.startsWith('"')) derived.set('id', JSON.stringify(reading.id));
	const itemText = derived.size === 0 ? text.slice(entry.start, entry.end) : overlayMembers(text, entry, derived);
	if (!isWithinBytes(itemText, itemBytesMax)) return tooLong;
	return { kind: 'put', id: reading.id, text: itemText, groupId: toGroupId(fields) };
}

function toMerge(
	text: string,
	entry: JsonEntry,
	{ id, ...rules }: ItemRules & { readonly id: string },
): ItemWrite | JsonFault {
	const fields = readFields(text, entry, rules);
	if ('fault' in fields) return fields.fault;
	const sentId = fields.get('id');
	const changes = new Map<string, string | null>(toDerivedPatch(fields, rules.preset));
	if (sentId !== undefined) {
		const reading = sentId === 'null' ? { id } : readItemId(sentId);
		if (!('id' in reading) || reading.id !== id) {
			return { path: 'id', reason: 'must be the id of the item that is updated, or left out' };
		}
		// The stored item keeps its id as written, so the patch drops its own.
		changes.set('id', null);
	}
	const patch = changes.size === 0 ? text.slice(entry.start, entry.end) : toPatchText(text, entry, changes);
	return isWithinBytes(patch, itemBytesMax) ? { kind: 'merge', id, patch } : tooLong;
}

/** The patch with `changes` applied; null removes the member. */
function toPatchText(text: string, entry: JsonEntry, changes: ReadonlyMap<string, string | null>): string {
	const literals = new Map<string, string>();
	for (const { name, valueStart, valueEnd } of entry.members) literals.set(name, text.slice(valueStart, valueEnd));
	for (const [name, literal] of changes) {
		if (literal === null) literals.delete(name);
		else literals.set(name, literal);
	}
	return toObjectText(literals);
}

function readFields(text: string, entry: JsonEntry, rules: ItemRules): KnownFields | { readonly fault: JsonFault } {
	if (entry.fault !== undefined) return { fault: entry.fault };
	return readKnownFields(text, entry.members, rules);
}

const tooLong: JsonFault = { path: '', reason: `is longer than ${itemBytesMax} bytes` };

function toSentence({ path, reason }: JsonFault): string {
	return `${path === '' ? 'the item' : path} ${reason}`;
}

function failBody(reason: string): ReturnType<typeof fail> {
	const faults: readonly Fault[] = [{ name: 'body', fields: [], reason }];
	return fail('invalid', { message: `The request body ${reason}`, faults });
}

/** A failure with `details` that name the field as the shop wrote it. */
function failField(fault: JsonFault): ReturnType<typeof fail> {
	if (fault.path === '') return failBody(fault.reason);
	const faults: readonly Fault[] = [{ name: fault.path, fields: [fault.path], reason: fault.reason }];
	return fail('invalid', { message: toSentence(fault), faults });
}

function failItems(faults: readonly JsonFault[]): ReturnType<typeof fail> {
	const [first] = faults;
	return fail('invalid', {
		message: `items${first === undefined ? '' : toSentence(first)}`,
		faults: faults.map(({ path, reason }) => ({ name: 'items', fields: [path], reason })),
	});
}
