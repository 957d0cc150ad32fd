/**
 * The recommender as a thread sees it that asks: questions of one turn go together to the recommender's thread. A
 * question that takes too long is `timed_out`, one too many `overloaded`, and without a thread all are `unavailable`.
 */
import type { MessagePort } from 'node:worker_threads';
import { unpackAnswer } from '../../followers/recommendations/packed-answer.ts';
import type { FromRecommender, Question, ToRecommender } from '../../followers/recommendations/recommender-messages.ts';
import { type FailureCode, FailureError, fail } from '../../lib/failure.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import type { CandidateAnswer, Recommender, RecommenderState } from '../../ports/recommender.ts';

export interface RecommenderClient {
	readonly recommender: Recommender;
	/** From now on the recommender is at the other end of this port. */
	attach(port: MessagePort): void;
	/** The recommender is gone; whoever waits for it gets `unavailable`. */
	detach(): void;
}

export interface RecommenderClientOptions {
	readonly timeoutMs?: number;
	/** Questions that wait for their answers. */
	readonly pendingMax?: number;
}

interface Pending<T> {
	readonly resolve: (value: T) => void;
	readonly reject: (error: Error) => void;
}

interface PendingQuestion extends Pending<CandidateAnswer> {
	readonly deadlineMs: number;
}

export function createRecommenderClient(options: RecommenderClientOptions = {}): RecommenderClient {
	const { timeoutMs = 1_000, pendingMax = 2_000 } = options;
	let port: MessagePort | undefined;
	let nextId = 1;
	/** In the order of their deadlines, as all have the same time. */
	const questions = new Map<number, PendingQuestion>();
	const states = new Map<number, Pending<RecommenderState>>();
	const rebuilds = new Map<number, Pending<void>>();
	let gathered: Question[] = [];
	let timer: NodeJS.Timeout | undefined;

	function send(message: ToRecommender): void {
		port?.postMessage(message);
	}

	function flush(): void {
		if (gathered.length > 0) send({ kind: 'ask', questions: JSON.stringify(gathered) });
		gathered = [];
	}

	function watchDeadlines(): void {
		if (timer !== undefined) return;
		const [first] = questions.values();
		if (first === undefined) return;
		timer = setTimeout(
			() => {
				timer = undefined;
				expire();
				watchDeadlines();
			},
			Math.max(1, first.deadlineMs - readMonotonicMs()),
		);
		// A process that ends does not wait for it.
		timer.unref();
	}

	function expire(): void {
		for (const [id, { deadlineMs, reject }] of questions) {
			if (deadlineMs > readMonotonicMs()) break;
			questions.delete(id);
			reject(toError('timed_out'));
		}
	}

	function receive(message: FromRecommender): void {
		if (message.kind === 'answers') {
			for (const { id, answer } of message.answers) {
				const pending = questions.get(id);
				questions.delete(id);
				if (answer === null) pending?.reject(toError('unavailable'));
				else pending?.resolve(unpackAnswer(answer));
			}
		} else if (message.kind === 'state') settle(states, message.id, message.state);
		else settle(rebuilds, message.id, message.isDone ? undefined : null);
	}

	function callOnce<T>(kind: 'state' | 'rebuild', waiting: Map<number, Pending<T>>): Promise<T> {
		if (port === undefined) return Promise.reject(toError('unavailable'));
		const id = nextId++;
		const { promise, resolve, reject } = Promise.withResolvers<T>();
		waiting.set(id, { resolve, reject });
		send({ kind, id });
		return promise;
	}

	const recommender: Recommender = {
		async findCandidates(request) {
			if (port === undefined) throw toError('unavailable');
			if (questions.size >= pendingMax) throw toError('overloaded');
			const id = nextId++;
			const deadlineMs = readMonotonicMs() + timeoutMs;
			const { promise, resolve, reject } = Promise.withResolvers<CandidateAnswer>();
			questions.set(id, { resolve, reject, deadlineMs });
			watchDeadlines();
			if (gathered.push({ id, request, deadlineMs }) === 1) setImmediate(flush);
			return promise;
		},
		readState: () => callOnce('state', states),
		rebuild: () => callOnce('rebuild', rebuilds),
	};

	function detach(): void {
		port?.close();
		port = undefined;
		gathered = [];
		clearTimeout(timer);
		timer = undefined;
		for (const waiting of [questions, states, rebuilds]) {
			for (const { reject } of waiting.values()) reject(toError('unavailable'));
			waiting.clear();
		}
	}

	return {
		recommender,
		attach(newPort) {
			detach();
			port = newPort;
			port.on('message', receive);
			// The thread at the other end ended: whoever started it attaches the port of the next one.
			port.on('close', () => {
				if (port === newPort) detach();
			});
			port.unref();
		},
		detach,
	};
}

/** `null` stands for a failure. */
function settle<T>(waiting: Map<number, Pending<T>>, id: number, value: T | null): void {
	const pending = waiting.get(id);
	waiting.delete(id);
	if (value === null) pending?.reject(toError('unavailable'));
	else pending?.resolve(value);
}

function toError(code: FailureCode): FailureError {
	return new FailureError(fail(code).failure);
}
