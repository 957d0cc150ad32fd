import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { waitFor } from '../../../test/support/wait-for.ts';
import { toPosition } from '../../domain/log/position.ts';
import type {
	FromRecommender,
	PackedAnswer,
	Question,
	ToRecommender,
} from '../../followers/recommendations/recommender-messages.ts';
import { FailureError } from '../../lib/failure.ts';
import type { CandidateRequest } from '../../ports/recommender.ts';
import { createRecommenderClient, type RecommenderClientOptions } from './recommender-client.ts';

const request: CandidateRequest = {
	hashid: 'a'.repeat(32),
	source: 'session',
	sessionId: 's',
	userId: null,
	context: [],
	countMax: 3,
	isExplained: true,
};

const packed: PackedAnswer = {
	keys: '1'.repeat(32) + '2'.repeat(32) + '3'.repeat(32),
	indexNames: ['product', 'page'],
	indexOf: Uint16Array.of(0, 1, 0),
	counts: [2, 1, 0, 0],
	scores: Float64Array.of(2, 1),
	source: 'session',
	signalNames: ['next', 'repeat'],
	shares: Float32Array.of(0.25, 0.75, 1, 0),
};

function open(t: TestContext, options: RecommenderClientOptions = {}) {
	const client = createRecommenderClient(options);
	const received: ToRecommender[] = [];
	let far: MessagePort;
	/** Connects the clients as a new recommender thread would. */
	function connect(): void {
		const { port1, port2 } = new MessageChannel();
		far = port2;
		far.on('message', (message) => received.push(message));
		client.attach(port1);
	}
	connect();
	t.after(() => {
		client.detach();
		far.close();
	});
	return {
		client,
		received,
		connect,
		send: (message: FromRecommender) => far.postMessage(message),
		end: () => far.close(),
	};
}

function hasCode(code: string) {
	return (error: unknown) => error instanceof FailureError && error.failure.code === code;
}

function readQuestions(message: ToRecommender | undefined): readonly Question[] {
	assert(message?.kind === 'ask');
	return JSON.parse(message.questions);
}

describe('client of the recommender', () => {
	it('sends the questions of one tick together and unpacks the answers', async (t) => {
		const { client, received, send } = open(t);
		const answers = [1, 2].map(() => client.recommender.findCandidates(request));
		await waitFor(
			'a message',
			() => received,
			({ length }) => length === 1,
		);
		const [message] = received;
		const questions = readQuestions(message);
		assert.equal(questions.length, 2);
		send({ kind: 'answers', answers: questions.map(({ id }) => ({ id, answer: packed })) });
		const [answer] = await Promise.all(answers);
		assert.deepEqual(answer, {
			candidates: [
				{
					...{ indexName: 'product', itemKey: '1'.repeat(32), score: 2 },
					signals: [
						{ name: 'repeat', share: 0.75 },
						{ name: 'next', share: 0.25 },
					],
				},
				{ indexName: 'page', itemKey: '2'.repeat(32), score: 1, signals: [{ name: 'next', share: 1 }] },
			],
			shopper: { viewed: [{ indexName: 'product', itemKey: '3'.repeat(32) }], cart: [], bought: [] },
		});
	});

	it('fails after its deadline, and with more questions than may wait', async (t) => {
		const { client } = open(t, { timeoutMs: 5, pendingMax: 2 });
		const waiting = [1, 2].map(() => client.recommender.findCandidates(request));
		await assert.rejects(client.recommender.findCandidates(request), hasCode('overloaded'));
		for (const answer of await Promise.allSettled(waiting)) {
			assert(answer.status === 'rejected' && hasCode('timed_out')(answer.reason));
		}
	});

	it('is unavailable when the thread ends, until there is another one', async (t) => {
		const { client, end, connect, received, send } = open(t);
		const waiting = [
			client.recommender.findCandidates(request),
			client.recommender.readState(),
			client.recommender.rebuild(),
		];
		end();
		for (const answer of await Promise.allSettled(waiting)) {
			assert(answer.status === 'rejected' && hasCode('unavailable')(answer.reason));
		}
		await assert.rejects(client.recommender.findCandidates(request), hasCode('unavailable'));
		connect();
		received.length = 0;
		const state = client.recommender.readState();
		await waitFor(
			'a message',
			() => received,
			({ length }) => length === 1,
		);
		const [message] = received;
		assert(message?.kind === 'state');
		const found = { position: toPosition(1), behindCount: 0, modelCount: 1, memoryBytes: 2, snapshotAgeMs: 0 };
		send({ kind: 'state', id: message.id, state: found });
		assert.deepEqual(await state, found);
	});

	it('reports that there is no answer', async (t) => {
		const { client, received, send } = open(t);
		const answer = client.recommender.findCandidates(request);
		await waitFor(
			'a message',
			() => received,
			({ length }) => length === 1,
		);
		send({ kind: 'answers', answers: readQuestions(received[0]).map(({ id }) => ({ id, answer: null })) });
		await assert.rejects(answer, hasCode('unavailable'));
	});
});
