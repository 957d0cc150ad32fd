/**
 * The recommender as seen by a thread that asks: questions of one tick are sent together to the recommender's thread. A
 * question that takes too long is `timed_out`, one beyond the limit `overloaded`, and without a thread all are
 * `unavailable`.
 */
import type { MessagePort } from 'node:worker_threads';
import { unpackAnswer } from '../../followers/recommendations/packed-answer.ts';
import type { FromRecommender, Question, ToRecommender } from '../../followers/recommendations/recommender-messages.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import { createThreadCalls, type ThreadCalls } from '../../lib/thread-rpc.ts';
import { carryTrace } from '../../lib/tracing.ts';
import type { CandidateAnswer, Recommender, RecommenderState } from '../../ports/recommender.ts';

export interface RecommenderClient {
	readonly recommender: Recommender;
	/** From now on the recommender is at the other end of this port. */
	attach(port: MessagePort): void;
	/** The recommender is gone; waiting calls get `unavailable`. */
	detach(): void;
}

export interface RecommenderClientOptions {
	readonly timeoutMs?: number;
	/** How many questions may wait for their answers. */
	readonly pendingMax?: number;
}

interface ClientState {
	port: MessagePort | undefined;
	readonly questions: ThreadCalls<CandidateAnswer>;
	readonly states: ThreadCalls<RecommenderState>;
	readonly rebuilds: ThreadCalls<void>;
	/** Questions of this tick of the event loop. */
	gathered: Question[];
}

export function createRecommenderClient(options: RecommenderClientOptions = {}): RecommenderClient {
	const { timeoutMs = 1_000, pendingMax = 2_000 } = options;
	const nowMs = readMonotonicMs;
	const client: ClientState = {
		port: undefined,
		questions: createThreadCalls({ timeoutMs, waitingMax: pendingMax, nowMs }),
		states: createThreadCalls({ nowMs }),
		rebuilds: createThreadCalls({ nowMs }),
		gathered: [],
	};
	detach(client);
	return {
		recommender: {
			findCandidates: (request) =>
				client.questions.ask((id) =>
					gather(client, { id, request, deadlineMs: nowMs() + timeoutMs, trace: carryTrace() }),
				),
			readState: () => client.states.ask((id) => send(client, { kind: 'state', id })),
			rebuild: () => client.rebuilds.ask((id) => send(client, { kind: 'rebuild', id })),
		},
		attach: (port) => attach(client, port),
		detach: () => detach(client),
	};
}

function attach(client: ClientState, port: MessagePort): void {
	detach(client);
	client.port = port;
	for (const calls of listCalls(client)) calls.open();
	port.on('message', (message: FromRecommender) => receive(client, message));
	// The thread at the other end ended; when it is restarted, the port of the new one is attached.
	port.on('close', () => {
		if (client.port === port) detach(client);
	});
	port.unref();
}

function detach(client: ClientState): void {
	client.port?.close();
	client.port = undefined;
	client.gathered = [];
	for (const calls of listCalls(client)) calls.close(toUnavailable());
}

function listCalls({ questions, states, rebuilds }: ClientState) {
	return [questions, states, rebuilds];
}

function send({ port }: ClientState, message: ToRecommender): void {
	port?.postMessage(message);
}

function gather(client: ClientState, question: Question): void {
	if (client.gathered.push(question) === 1) setImmediate(flush, client);
}

function flush(client: ClientState): void {
	const { gathered } = client;
	client.gathered = [];
	if (gathered.length > 0) send(client, { kind: 'ask', questions: JSON.stringify(gathered) });
}

function receive({ questions, states, rebuilds }: ClientState, message: FromRecommender): void {
	if (message.kind === 'answers') {
		for (const { id, answer } of message.answers) {
			if (answer === null) questions.fail(id, toUnavailable());
			else questions.settle(id, unpackAnswer(answer));
		}
	} else if (message.kind === 'state') {
		if (message.state === null) states.fail(message.id, toUnavailable());
		else states.settle(message.id, message.state);
	} else if (message.isDone) rebuilds.settle(message.id);
	else rebuilds.fail(message.id, toUnavailable());
}

function toUnavailable(): FailureError {
	return new FailureError(fail('unavailable').failure);
}
