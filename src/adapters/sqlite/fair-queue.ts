/**
 * Which calls are in the next commit? Calls wait by lane, those of a lane in the order of their arrival. Writes of items
 * have a lane for each search engine, all others share one. A commit takes one call of each lane in turn, until it is
 * full. So the write of a shop is in the next commit, however many batches of another one wait; and no commit is so long
 * that calls behind it are noticeably delayed.
 *
 *     engine A   ■ ■ ■ ■ ■ ■        1st commit   A ■  B ■  · ■  A ■  · ■  A ■
 *     engine B   ■                  2nd commit   A ■  A ■  A ■
 *     others     ■ ■
 */
import type { WriteCall } from './write-group.ts';

/** A call and the client that made it. */
export interface WaitingCall<C> {
	readonly client: C;
	readonly call: WriteCall;
}

export interface FairQueue<C> {
	put(client: C, calls: readonly WriteCall[]): void;
	/** Removes and returns the calls of the next commit; at least one if there is any. */
	take(): WaitingCall<C>[];
	/** Discards the waiting calls of a client. */
	drop(client: C): void;
}

const groupCallsMax = 512;
/** As counted by `WriteCall`: some 2,000 items, which take 50 ms. */
const groupBytesMax = 2 * 1024 * 1024;

export function createFairQueue<C>(): FairQueue<C> {
	/** By lane; the lane that is served next comes first. None is empty. */
	const queues = new Map<string, WaitingCall<C>[]>();

	/** The calls that fit, one lane after another; each lane that was served moves to the end. */
	function take(): WaitingCall<C>[] {
		const group: WaitingCall<C>[] = [];
		const taken = new Map<string, number>();
		let byteCount = 0;
		for (let isFull = false; !isFull; ) {
			const before = group.length;
			for (const [lane, queue] of queues) {
				const at = taken.get(lane) ?? 0;
				const next = queue[at];
				if (next === undefined) continue;
				byteCount += next.call.byteCount;
				isFull = group.length > 0 && (group.length >= groupCallsMax || byteCount > groupBytesMax);
				if (isFull) break;
				group.push(next);
				taken.set(lane, at + 1);
			}
			if (group.length === before) break;
		}
		remove(taken);
		return group;
	}

	/** Lanes that were served move behind those that were not. */
	function remove(taken: ReadonlyMap<string, number>): void {
		for (const [lane, count] of taken) {
			const queue = queues.get(lane) as WaitingCall<C>[];
			queues.delete(lane);
			if (queue.length > count) queues.set(lane, queue.slice(count));
		}
	}

	return {
		put(client, calls) {
			for (const call of calls) {
				const queue = queues.get(call.lane);
				if (queue === undefined) queues.set(call.lane, [{ client, call }]);
				else queue.push({ client, call });
			}
		},
		take,
		drop(client) {
			for (const [lane, queue] of queues) {
				const rest = queue.filter((waiting) => waiting.client !== client);
				if (rest.length === 0) queues.delete(lane);
				else queues.set(lane, rest);
			}
		},
	};
}
