/**
 * Matches questions to another thread with their answers: ids, deadlines, a limit on waiting questions, and what
 * happens when the other end is gone. Callers define the messages and the port, and give each message an id.
 *
 *     ask ─► sent with an id ─┬─ settle(id, answer) ─► resolves
 *                             ├─ its deadline ───────► rejects: timed_out, and a later answer is dropped
 *                             └─ close(reason) ──────► rejects with the reason, as does every later question
 *
 * The queue of SQLite's writer (`adapters/sqlite/write-queue.ts`) is the only client that does not use it: it groups
 * calls into batches, counts bytes, and counts late calls against its limits until the writer answers.
 */
import { FailureError, fail } from './failure.ts';

/** The end that asks. */
export interface ThreadCalls<Answer> {
	/**
	 * Calls `send` with an id for the answer. Rejects with a `FailureError` of code `timed_out`, or `overloaded` when too
	 * many questions wait; then nothing is sent. Rejects with whatever `send` throws.
	 * @param timeoutMs overrides the one of the options
	 */
	ask(send: (id: number) => void, timeoutMs?: number): Promise<Answer>;
	/** Delivers an answer. It is dropped when its question no longer waits. */
	settle(id: number, answer: Answer): void;
	/** Delivers the reason why there is no answer. */
	fail(id: number, reason: Error): void;
	/**
	 * The other end is gone, or does not exist yet: all waiting questions fail with this reason, and so do new ones until
	 * `open`.
	 */
	close(reason: Error): void;
	/** The other end exists again. */
	open(): void;
	/** The number of waiting questions. */
	readonly count: number;
}

export interface ThreadCallOptions {
	/** The time from a question to its deadline; without one it waits until it is answered. */
	readonly timeoutMs?: number;
	/** The most questions that may wait. */
	readonly waitingMax?: number;
	/** A monotonic clock. */
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
	/** The timer of the earliest deadline when it was set: one timer serves all questions. */
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
	// The timer does not keep the process alive.
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
