/**
 * Sends writes to an index. Each has the serial of the change in the store as its version, so a write that was sent before,
 * or that another indexer sent, changes nothing. Where OpenSearch takes no more (429), what it refused is sent again, less at
 * once and later.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { FailureError, fail } from '../../lib/failure.ts';
import type { ItemDocument } from './index-layout.ts';
import { blockedIndex, type OpenSearchConnection, toIndexRefusal } from './opensearch-connection.ts';

export interface ItemDraft {
	readonly itemKey: string;
	/** Undefined: the item is deleted. */
	readonly document: ItemDocument | undefined;
	readonly serial: number;
}

export interface RefusedItem {
	readonly itemKey: string;
	readonly reason: string;
}

/** Characters of one call; OpenSearch takes 100 MB by default. */
const callLengthMax = 4 * 1024 * 1024;
const triesMax = 6;
const firstDelayMs = 50;
/** How long OpenSearch waits for a shard that is missing. */
const shardTimeout = '1s';

interface BulkReply {
	readonly errors: boolean;
	readonly items: readonly Readonly<Record<string, ItemOutcome>>[];
}

interface ItemOutcome {
	readonly status: number;
	readonly error?: { readonly type?: string; readonly reason?: string };
}

/** What is 400 and no fault of the item: the index is closed, or it was removed, and there is no room for another one. */
const indexErrors: readonly (string | undefined)[] = ['index_closed_exception', 'validation_exception'];

/**
 * @returns the items that OpenSearch cannot index, whatever the load
 * @throws {IndexRefusal} when the index takes none
 * @throws {FailureError} when OpenSearch refuses writes for as long as we try, or cannot be reached
 */
export async function writeInBulk(
	connection: Pick<OpenSearchConnection, 'send'>,
	index: string,
	drafts: readonly ItemDraft[],
): Promise<readonly RefusedItem[]> {
	const refused: RefusedItem[] = [];
	let left = drafts;
	let lengthMax = callLengthMax;
	for (let tries = 0; left.length > 0; ) {
		const part = takePart(left, lengthMax);
		const outcome = await sendPart(connection, index, part);
		refused.push(...outcome.refused);
		left = [...outcome.later, ...left.slice(part.length)];
		if (outcome.later.length === 0) continue;
		tries += 1;
		if (tries === triesMax) throw new FailureError(fail('overloaded').failure);
		lengthMax = Math.max(1, Math.floor(lengthMax / 2));
		await pause(firstDelayMs * 2 ** tries);
	}
	return refused;
}

/** At least one. */
function takePart(drafts: readonly ItemDraft[], lengthMax: number): readonly ItemDraft[] {
	let length = 0;
	const end = drafts.findIndex(({ document }, at) => {
		length += document === undefined ? 0 : document.text.length + document.words.length;
		return at > 0 && length > lengthMax;
	});
	return end < 0 ? drafts : drafts.slice(0, end);
}

interface PartOutcome {
	/** Refused for now. */
	readonly later: readonly ItemDraft[];
	readonly refused: readonly RefusedItem[];
}

async function sendPart(
	connection: Pick<OpenSearchConnection, 'send'>,
	index: string,
	part: readonly ItemDraft[],
): Promise<PartOutcome> {
	const lines = part.flatMap(({ itemKey, document, serial }): object[] => {
		const head = { _id: itemKey, version: serial, version_type: 'external' };
		return document === undefined ? [{ delete: head }] : [{ index: head }, document];
	});
	const { status, body } = await connection.send<BulkReply>({
		...{ path: `/${index}/_bulk`, query: { timeout: shardTimeout }, lines, accepted: [429] },
	});
	if (status === 429) return { later: part, refused: [] };
	const later: ItemDraft[] = [];
	const refused: RefusedItem[] = [];
	for (const [at, item] of body.items.entries()) {
		const [outcome] = Object.values(item);
		const draft = part[at] as ItemDraft;
		// 409: it has this version or a later one.
		if (outcome === undefined || outcome.status < 300 || outcome.status === 409) continue;
		// What was to be deleted is not there; with an error, the index is not.
		if (outcome.status === 404 && outcome.error === undefined) continue;
		const reason = outcome.error?.reason ?? `status ${outcome.status}`;
		if (outcome.status === 429 && !blockedIndex.test(outcome.error?.type ?? '')) later.push(draft);
		else if (outcome.status === 400 && !indexErrors.includes(outcome.error?.type))
			refused.push({ itemKey: draft.itemKey, reason });
		// No index, no shard, or a block of all writes.
		else throw toIndexRefusal(reason);
	}
	return { later, refused };
}
