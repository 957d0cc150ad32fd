/** A reader of the log of an index that polls while others write, and keeps what it read of each generation. */
import assert from 'node:assert/strict';
import type { ItemTarget } from '../../../src/domain/item/item.ts';
import { comparePositions, type Position, startPosition } from '../../../src/domain/log/position.ts';
import type { Database } from '../../../src/ports/database.ts';
import type { ItemChange } from '../../../src/ports/item-repository.ts';

interface FollowedLog {
	position: Position;
	readonly changes: ItemChange[];
}

export interface ItemLogFollower {
	/** What was read of each generation by its id, in the order it was read. */
	readonly logs: ReadonlyMap<number, FollowedLog>;
	/** Resolves when it has read to the end once more. */
	stop(): Promise<void>;
}

/** @param batchCountMax changes of one read. */
export function followItemLog({ items }: Database, target: ItemTarget, batchCountMax: number): ItemLogFollower {
	const logs = new Map<number, FollowedLog>();
	let isStopping = false;

	/** @returns whether there is nothing more for now. */
	async function readBatch(current: FollowedLog | undefined): Promise<[FollowedLog | undefined, boolean]> {
		const after = current?.position ?? startPosition;
		const batch = await items.readLog(target, after, { changeCountMax: batchCountMax });
		if (batch === 'missing') return [undefined, true];
		const { generationId, changes, position, isEnd } = batch;
		const log = logs.get(generationId) ?? { position: startPosition, changes: [] };
		logs.set(generationId, log);
		// Another generation than before: what was read is after a position of the other log.
		if (log !== current && after !== log.position) return [log, false];
		for (const change of changes) {
			assert(comparePositions(change.position, log.position) > 0, 'positions go up');
			log.position = change.position;
			log.changes.push(change);
		}
		assert(comparePositions(position, log.position) >= 0);
		log.position = position;
		return [log, isEnd];
	}

	async function run(): Promise<void> {
		let current: FollowedLog | undefined;
		for (;;) {
			const isLast = isStopping;
			let isEnd: boolean;
			[current, isEnd] = await readBatch(current);
			if (isEnd && isLast) return;
			if (isEnd) await new Promise((resolve) => setImmediate(resolve));
		}
	}
	const running = run();
	return {
		logs,
		async stop() {
			isStopping = true;
			await running;
		},
	};
}

/** The items that changes leave, by id. */
export function replayChanges(changes: readonly ItemChange[]): Map<string, unknown> {
	const items = new Map<string, unknown>();
	for (const { id, text } of changes) {
		items.delete(id);
		if (text !== null) items.set(id, JSON.parse(text));
	}
	return items;
}
