/**
 * Computes the effect of a bulk of writes on the stored items, as if they were executed one after another.
 *
 *     stored       writes                          rows                     results
 *     a: seq 4     put a, delete a, put a, put b   a: seq 8, b: seq 9       updated, deleted, created, created
 *
 * A bulk of puts only, or of deletions only, need not read the stored items: its statement returns what is needed.
 *
 * In the end a key has one row, however many writes it had. Every write that changes something takes the next `seq`, and
 * the first one supersedes the stored version. Deleting an item that does not exist changes nothing, except while a copy
 * is running: then a tombstone keeps the copy from bringing the item back.
 */
import { toItemKey, toItemKeyBytes, toItemKeyText } from '../../domain/item/dfid.ts';
import type { ItemWrite, ItemWriteResult } from '../../domain/item/item.ts';
import { mergeItem } from '../../domain/item/merge-item.ts';
import type { ItemRules } from '../../domain/item/preset-rules.ts';
import type { ItemRow } from './item-write-queries.ts';

/** A stored item or tombstone. */
export interface PresentItem {
	readonly firstSeq: number;
	readonly isTombstone: boolean;
	/** Set if the writes of the item include a merge; otherwise null. */
	readonly text: string | null;
}

export interface WrittenGeneration {
	/** The last `seq` that was assigned. */
	readonly seq: number;
	readonly itemCount: number;
}

export interface WritePlan extends WrittenGeneration {
	/** One for each write, in their order. */
	readonly results: readonly ItemWriteResult[];
	/** One for each item that changes. */
	readonly rows: readonly ItemRow[];
	/** For each item that changes, the first write that changes it. */
	readonly superseding: readonly Superseding[];
}

export interface Superseding {
	readonly key: Uint8Array;
	readonly seq: number;
}

export interface PlannedGeneration extends WrittenGeneration {
	readonly rules: ItemRules;
	/** Whether a copy is running into the generation. */
	readonly isCopying: boolean;
}

/** The state of an item in the middle of a bulk. */
interface ItemState {
	readonly key: Uint8Array;
	/** Null in a tombstone. */
	text: string | null;
	groupId: string | null;
	firstSeq: number;
	/** Whether there is a row: an item or a tombstone. */
	isThere: boolean;
	isItem: boolean;
	id: string;
	/** Of the last write that changed it, and of the first; 0 if none did. */
	seq: number;
	supersedingSeq: number;
}

/**
 * @param present by key in hex: all items and tombstones that the writes name. Cost: O(writes), plus the texts of merges.
 */
export function planWrites(
	writes: readonly ItemWrite[],
	present: ReadonlyMap<string, PresentItem>,
	generation: PlannedGeneration,
): WritePlan {
	const { rules, isCopying } = generation;
	const states = new Map<string, ItemState>();
	let { seq, itemCount } = generation;

	function change(state: ItemState, next: Pick<ItemState, 'id' | 'text' | 'groupId' | 'isItem'>): void {
		seq += 1;
		itemCount += Number(next.isItem) - Number(state.isItem);
		const isBegun = (next.isItem && !state.isItem) || !state.isThere;
		if (isBegun) state.firstSeq = seq;
		if (state.seq === 0) state.supersedingSeq = seq;
		Object.assign(state, next, { seq, isThere: true });
	}

	function put(state: ItemState, item: { id: string; text: string; groupId: string | null }): 'created' | 'updated' {
		const result = state.isItem ? 'updated' : 'created';
		change(state, { ...item, isItem: true });
		return result;
	}

	function apply(state: ItemState, write: ItemWrite): ItemWriteResult {
		const { id } = write;
		if (write.kind === 'put') return { id, result: put(state, { id, text: write.text, groupId: write.groupId }) };
		if (write.kind === 'merge') {
			if (state.text === null) return { id, result: 'not_found', error: `there is no item with the id ${id}` };
			const merged = mergeItem(state.text, write.patch, rules);
			if ('error' in merged) return { id, result: 'error', error: merged.error };
			return { id, result: put(state, { id, ...merged }), text: merged.text };
		}
		const { isItem } = state;
		if (isItem || (isCopying && !state.isThere)) change(state, { id, text: null, groupId: null, isItem: false });
		return { id, result: isItem ? 'deleted' : 'not_found' };
	}

	const results = writes.map((write) => {
		const name = toItemKey(write.id);
		const state = states.get(name) ?? toState(name, present.get(name));
		states.set(name, state);
		return apply(state, write);
	});
	const changed = [...states.values()].filter((state) => state.seq > 0);
	return {
		results,
		rows: changed.map(toRow),
		superseding: changed.map(({ key, supersedingSeq }) => ({ key, seq: supersedingSeq })),
		seq,
		itemCount,
	};
}

function toState(name: string, present: PresentItem | undefined): ItemState {
	return {
		key: Buffer.from(name, 'hex'),
		text: present?.text ?? null,
		groupId: null,
		firstSeq: present?.firstSeq ?? 0,
		isThere: present !== undefined,
		isItem: present !== undefined && !present.isTombstone,
		id: '',
		seq: 0,
		supersedingSeq: 0,
	};
}

function toRow({ key, seq, id, text, groupId, firstSeq }: ItemState): ItemRow {
	return { key, seq, id, body: text, groupId, firstSeq };
}

export type PutWrite = Extract<ItemWrite, { kind: 'put' }>;
export type DeleteWrite = Extract<ItemWrite, { kind: 'delete' }>;

/** The rows of puts, each with the next `seq`. `firstSeq` applies if the item does not exist yet. */
export function planPuts(writes: readonly PutWrite[], startSeq: number): ItemRow[] {
	const rows = new Map<string, ItemRow>();
	let seq = startSeq;
	for (const { id, text, groupId } of writes) {
		seq += 1;
		const name = toItemKeyText(id);
		const first = rows.get(name);
		const key = first?.key ?? Buffer.from(name, 'binary');
		rows.set(name, { key, seq, id, body: text, groupId, firstSeq: first?.firstSeq ?? seq });
	}
	return [...rows.values()];
}

/** @param createdSeqs `firstSeq` of the rows that were created. */
export function toPutResults(
	writes: readonly PutWrite[],
	startSeq: number,
	createdSeqs: ReadonlySet<number>,
): ItemWriteResult[] {
	return writes.map(({ id }, at) => ({ id, result: createdSeqs.has(startSeq + at + 1) ? 'created' : 'updated' }));
}

/** The first deletion of each item, with the `seq` that it takes if the item exists. */
export function planDeletes(writes: readonly DeleteWrite[], startSeq: number): Map<string, Superseding> {
	const rows = new Map<string, Superseding>();
	for (const { id } of writes) {
		if (!rows.has(id)) rows.set(id, { key: toItemKeyBytes(id), seq: startSeq + rows.size + 1 });
	}
	return rows;
}

/** @param deletedSeqs of the rows that existed. */
export function toDeleteResults(
	writes: readonly DeleteWrite[],
	rows: ReadonlyMap<string, Superseding>,
	deletedSeqs: ReadonlySet<number>,
): ItemWriteResult[] {
	const answered = new Set<string>();
	return writes.map(({ id }) => {
		const isDeleted = !answered.has(id) && deletedSeqs.has(rows.get(id)?.seq ?? 0);
		answered.add(id);
		return { id, result: isDeleted ? 'deleted' : 'not_found' };
	});
}
