/**
 * Which calls does the next commit have? Calls wait by lane, those of a lane in the order in which they came: writes of
 * items have a lane for each search engine, all others share one. A commit takes one call of each lane in turns, until it is full. So the write of a shop is in the next commit,
 * however many batches of another wait; and a commit is never so long that those behind it feel it.
 *
 *     engine A   ■ ■ ■ ■ ■ ■        1st commit   A ■  B ■  · ■  A ■  · ■  A ■
 *     engine B   ■                  2nd commit   A ■  A ■  A ■
 *     others     ■ ■
 */
import type { WriteCall } from './write-group.ts';

/** A call and whose it is. */
export interface WaitingCall<C> {
	readonly client: C;
	readonly call: WriteCall;
}

export interface FairQueue<C> {
	put(client: C, calls: readonly WriteCall[]): void;
	/** The calls of the next commit, which leave the queue; always one where there is one. */
	take(): WaitingCall<C>[];
	/** Forgets what a client has waiting. */
	drop(client: C): void;
}

const groupCallsMax = 512;
/** As `WriteCall` counts them: some 2,000 items, which take 50 ms. */
const groupBytesMax = 2 * 1024 * 1024;

export function createFairQueue<C>(): FairQueue<C> {
	/** By lane; the one whose turn is next is first. None is empty. */
	const queues = new Map<string, WaitingCall<C>[]>();

	/** Those in turn that fit, each at the end of its turns. */
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

	/** Whoever had a turn is behind those who had none. */
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
