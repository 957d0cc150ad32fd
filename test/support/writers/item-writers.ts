/**
 * Writers of the items of one index: each has items of its own, of which it knows what every answer must be, and items
 * that all of them write to.
 */
import assert from 'node:assert/strict';
import type { ItemTarget, ItemWrite } from '../../../src/domain/item/item.ts';
import type { SeededRandom } from '../../../src/lib/seeded-random.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { ItemChange } from '../../../src/ports/item-repository.ts';
import { replayChanges } from './item-log-follower.ts';
import { findPossibleLast, isPossibleOrder, type WriteClock, type WriteTimes } from './write-times.ts';

interface SharedWrite extends WriteTimes {
	readonly id: string;
	/** Undefined for a deletion. */
	readonly stamp: number | undefined;
}

const ownIdCount = 12;
const sharedIdCount = 4;
const writesPerBulkMax = 12;

export interface ItemWriters {
	/** @param name of the writer; its writes come one after another. */
	run(
		name: string,
		database: Database,
		plan: { readonly random: SeededRandom; readonly bulkCount: number },
	): Promise<void>;
	/** Fails unless the log has what the writers have left, in an order that their writes can have been committed in. */
	check(log: readonly ItemChange[]): void;
}

export function createItemWriters(target: ItemTarget, clock: WriteClock): ItemWriters {
	const owned = new Map<string, { readonly id: string; readonly stamp: number }>();
	const shared: SharedWrite[] = [];
	/** By what is in the texts of a bulk. */
	const times = new Map<number, WriteTimes>();

	function draw(name: string, stamp: number, random: SeededRandom): ItemWrite {
		if (random.chance(0.2)) {
			const id = `shared ${random.integer(1, sharedIdCount)}`;
			if (random.chance(0.3)) return { kind: 'delete', id };
			return { kind: 'put', id, text: JSON.stringify({ id, stamp }), groupId: null };
		}
		const id = `${name} ${random.integer(1, ownIdCount)}`;
		const kind = random.pickWeighted(['put', 'merge', 'delete'] as const, [5, 3, 2]);
		if (kind === 'delete') return { kind, id };
		const text = JSON.stringify({ id, stamp });
		return kind === 'put' ? { kind, id, text, groupId: null } : { kind, id, patch: text };
	}

	/** @returns what the answer must be; undefined where it depends on the other writers. */
	function applyOwn({ kind, id }: ItemWrite, stamp: number): string | undefined {
		if (id.startsWith('shared')) return undefined;
		const isThere = owned.has(id);
		if (kind === 'delete') return owned.delete(id) ? 'deleted' : 'not_found';
		if (kind === 'merge' && !isThere) return 'not_found';
		owned.set(id, { id, stamp });
		return isThere ? 'updated' : 'created';
	}

	return {
		async run(name, { items }, { random, bulkCount }) {
			for (let bulk = 0; bulk < bulkCount; bulk += 1) {
				const begin = clock.next();
				const writes = Array.from({ length: random.integer(1, writesPerBulkMax) }, () => draw(name, begin, random));
				const results = await items.write(target, writes);
				const end = clock.next();
				assert(Array.isArray(results), `results and not ${results}`);
				times.set(begin, { begin, end });
				const expected = writes.map((write) => applyOwn(write, begin));
				const own = results.map(({ result }, at) => (expected[at] === undefined ? undefined : result));
				assert.deepEqual(own, expected, name);
				// Of several writes of a bulk to one item the last is the one that counts.
				const last = new Map(writes.map((write) => [write.id, write]));
				for (const { id, kind } of last.values()) {
					if (id.startsWith('shared')) shared.push({ id, stamp: kind === 'delete' ? undefined : begin, begin, end });
				}
			}
		},
		check(log) {
			const left = replayChanges(log) as Map<string, { readonly stamp: number }>;
			const isShared = ([id]: readonly [string, unknown]) => id.startsWith('shared');
			assert.deepEqual(new Map([...left].filter((entry) => !isShared(entry))), owned);
			for (let number = 1; number <= sharedIdCount; number += 1) {
				const id = `shared ${number}`;
				const possible = findPossibleLast(shared.filter((write) => write.id === id)).map(({ stamp }) => stamp);
				const stamp = left.get(id)?.stamp;
				assert(possible.includes(stamp) || (possible.length === 0 && stamp === undefined), `${id}: ${stamp}`);
			}
			const order = log.flatMap(({ text }) => {
				const written = text === null ? undefined : times.get(JSON.parse(text).stamp);
				return written === undefined ? [] : [written];
			});
			assert(isPossibleOrder(order), 'the order of the log is that of the commits');
		},
	};
}
