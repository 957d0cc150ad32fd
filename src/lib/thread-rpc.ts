/**
 * Questions to another thread, and which answer belongs to which: ids, deadlines, a bound on what waits, and what happens
 * when the other end is gone. How a message looks and which port it takes is for the caller, who gives each an id.
 *
 *     ask ─► sent with an id ─┬─ settle(id, answer) ─► resolves
 *                             ├─ its deadline ───────► rejects: timed_out, and the answer is dropped when it comes
 *                             └─ close(reason) ──────► rejects with the reason, as does every later question
 *
 * The queue of the writer of SQLite (`adapters/sqlite/write-queue.ts`) is the one asker that does without it: it gathers
 * calls into batches, counts bytes, and holds what is late against its bounds until the writer answers.
 */
import { FailureError, fail } from './failure.ts';

/** The end that asks. */
export interface ThreadCalls<Answer> {
	/**
	 * Calls `send` with an id, under which the answer is to come. Rejects with a `FailureError` of code `timed_out`, or
	 * `overloaded` when too many wait: then nothing is sent. What `send` throws, it rejects with.
	 * @param timeoutMs in the place of that of the options.
	 */
	ask(send: (id: number) => void, timeoutMs?: number): Promise<Answer>;
	/** Brings an answer. One that nobody waits for any more is dropped. */
	settle(id: number, answer: Answer): void;
	/** Brings the reason why there is no answer. */
	fail(id: number, reason: Error): void;
	/** The other end is gone, or there is none yet: what waits is told so, and whoever asks until `open`. */
	close(reason: Error): void;
	/** There is another end. */
	open(): void;
	/** Questions that wait. */
	readonly count: number;
}

export interface ThreadCallOptions {
	/** From a question to its deadline; without one it waits until it is answered. */
	readonly timeoutMs?: number;
	/** Questions that may wait. */
	readonly waitingMax?: number;
	/** Monotonic. */
	readonly nowMs: () => number;
}

interface Waiting<Answer> {
	readonly resolve: (answer: Answer) => void;
	readonly reject: (reason: Error) => void;
	readonly deadlineMs: number;
}

interface State<Answer> {
	readonly options: ThreadCallOptions;
	readonly waiting: Map<number, Waiting<Answer>>;
	nextId: number;
	closed: Error | undefined;
	/** Of the earliest deadline when it was set: one serves all questions, so that none costs a timer. */
	timer: NodeJS.Timeout | undefined;
	timerMs: number;
}

export function createThreadCalls<Answer>(options: ThreadCallOptions): ThreadCalls<Answer> {
	const state: State<Answer> = {
		...{ options, waiting: new Map(), nextId: 1, closed: undefined },
		...{ timer: undefined, timerMs: Number.POSITIVE_INFINITY },
	};
	const { waiting } = state;
	return {
		get count() {
			return waiting.size;
		},
		ask: (send, timeoutMs) => ask(state, send, timeoutMs ?? options.timeoutMs),
		settle: (id, answer) => take(state, id)?.resolve(answer),
		fail: (id, reason) => take(state, id)?.reject(reason),
		close(reason) {
			state.closed = reason;
			const all = [...waiting.values()];
			waiting.clear();
			stopTimer(state);
			for (const { reject } of all) reject(reason);
		},
		open() {
			state.closed = undefined;
		},
	};
}

async function ask<Answer>(
	state: State<Answer>,
	send: (id: number) => void,
	timeoutMs = Number.POSITIVE_INFINITY,
): Promise<Answer> {
	const { waiting, options } = state;
	if (state.closed !== undefined) throw state.closed;
	if (waiting.size >= (options.waitingMax ?? Number.POSITIVE_INFINITY)) {
		throw new FailureError(fail('overloaded', { retryAfterSeconds: 1 }).failure);
	}
	const id = state.nextId++;
	const { promise, resolve, reject } = Promise.withResolvers<Answer>();
	waiting.set(id, { resolve, reject, deadlineMs: options.nowMs() + timeoutMs });
	watch(state, options.nowMs() + timeoutMs);
	try {
		send(id);
	} catch (error) {
		waiting.delete(id);
		throw error;
	}
	return promise;
}

function take<Answer>({ waiting }: State<Answer>, id: number): Waiting<Answer> | undefined {
	const found = waiting.get(id);
	waiting.delete(id);
	return found;
}

function watch<Answer>(state: State<Answer>, deadlineMs: number): void {
	if (deadlineMs >= state.timerMs) return;
	stopTimer(state);
	state.timerMs = deadlineMs;
	state.timer = setTimeout(expire, Math.max(1, deadlineMs - state.options.nowMs()), state);
	// A process that ends does not wait for it.
	state.timer.unref();
}

function stopTimer<Answer>(state: State<Answer>): void {
	clearTimeout(state.timer);
	state.timer = undefined;
	state.timerMs = Number.POSITIVE_INFINITY;
}

function expire<Answer>(state: State<Answer>): void {
	const { waiting, options } = state;
	stopTimer(state);
	const nowMs = options.nowMs();
	let nextMs = Number.POSITIVE_INFINITY;
	for (const [id, { deadlineMs, reject }] of waiting) {
		if (deadlineMs > nowMs) {
			nextMs = Math.min(nextMs, deadlineMs);
			continue;
		}
		waiting.delete(id);
		reject(new FailureError(fail('timed_out').failure));
	}
	watch(state, nextMs);
}
