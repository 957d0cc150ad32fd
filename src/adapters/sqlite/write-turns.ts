/**
 * Which calls does the next commit have? Writes of items wait by search engine, all others together, each in the order
 * they came; a commit takes one call of each in turns, until it is full. So the write of a shop is in the next commit,
 * however many batches of another wait; and a commit is never so long that those behind it feel it.
 *
 *     engine A   ■ ■ ■ ■ ■ ■        1st commit   A ■  B ■  · ■  A ■  · ■  A ■
 *     engine B   ■                  2nd commit   A ■  A ■  A ■
 *     others     ■ ■
 */
import type { WriteCall } from './write-group.ts';
import { isItemWrite } from './write-messages.ts';

/** A call and whose it is. */
export interface WaitingCall<C> {
	readonly client: C;
	readonly call: WriteCall;
}

export interface WriteTurns<C> {
	put(client: C, calls: readonly WriteCall[]): void;
	/** The calls of the next commit, which leave the queue; always one where there is one. */
	take(): WaitingCall<C>[];
	/** Forgets what a client has waiting. */
	drop(client: C): void;
}

const groupCallsMax = 512;
/** As `WriteCall` counts them: some 2,000 items, which take 50 ms. */
const groupBytesMax = 2 * 1024 * 1024;

/** What a queue is known by that is of no search engine. */
const others = '';

export function createWriteTurns<C>(): WriteTurns<C> {
	/** The one whose turn is next is first. None is empty. */
	const queues = new Map<string, WaitingCall<C>[]>();

	/** Those in turn that fit, each at the end of its turns. */
	function take(): WaitingCall<C>[] {
		const group: WaitingCall<C>[] = [];
		const taken = new Map<string, number>();
		let byteCount = 0;
		for (let isFull = false; !isFull; ) {
			const before = group.length;
			for (const [name, queue] of queues) {
				const at = taken.get(name) ?? 0;
				const next = queue[at];
				if (next === undefined) continue;
				byteCount += next.call.byteCount;
				isFull = group.length > 0 && (group.length >= groupCallsMax || byteCount > groupBytesMax);
				if (isFull) break;
				group.push(next);
				taken.set(name, at + 1);
			}
			if (group.length === before) break;
		}
		remove(taken);
		return group;
	}

	/** Whoever had a turn is behind those who had none. */
	function remove(taken: ReadonlyMap<string, number>): void {
		for (const [name, count] of taken) {
			const queue = queues.get(name) as WaitingCall<C>[];
			queues.delete(name);
			if (queue.length > count) queues.set(name, queue.slice(count));
		}
	}

	return {
		put(client, calls) {
			for (const call of calls) {
				const name = toQueueName(call);
				const queue = queues.get(name);
				if (queue === undefined) queues.set(name, [{ client, call }]);
				else queue.push({ client, call });
			}
		},
		take,
		drop(client) {
			for (const [name, queue] of queues) {
				const rest = queue.filter((waiting) => waiting.client !== client);
				if (rest.length === 0) queues.delete(name);
				else queues.set(name, rest);
			}
		},
	};
}

function toQueueName({ group, name, args }: WriteCall): string {
	if (!isItemWrite(group, name) || typeof args === 'string') return others;
	return (args[0] as { readonly hashid: string }).hashid;
}
