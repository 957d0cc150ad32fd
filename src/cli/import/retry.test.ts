import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiResponse, ConnectionError } from '../api-client.ts';
import { createRetrier, type Repetition, toWaitMs, triesMax } from './retry.ts';

type Attempt = number | 'unsent' | 'broken';

/** Sends one request to a server with these reactions; the last one repeats for ever. */
async function send(attempts: readonly Attempt[], repetition: Repetition, retryAfterMs?: number) {
	const waitsMs: number[] = [];
	let sentCount = 0;
	const client = {
		url: 'http://shop',
		async send(): Promise<ApiResponse> {
			const attempt = attempts[Math.min(sentCount, attempts.length - 1)] ?? 200;
			sentCount += 1;
			if (typeof attempt === 'number') return { status: attempt, text: '', retryAfterMs };
			throw new ConnectionError(attempt, attempt === 'unsent');
		},
	};
	const sleep = async (ms: number) => void waitsMs.push(ms);
	const retrier = createRetrier(client, { sleep, random: () => 1 });
	const outcome = await retrier.send({ method: 'POST', path: '/' }, repetition).then(
		({ status }) => status,
		(error: Error) => error.message,
	);
	return { outcome, sentCount, waitsMs, retryCount: retrier.retryCount() };
}

test('a refusal for now, a timeout, a server error and a broken connection are tried again until it works', async () => {
	const { outcome, waitsMs, retryCount } = await send([429, 408, 500, 'broken', 'unsent', 200], 'harmless');
	assert.equal(outcome, 200);
	assert.equal(retryCount, 5);
	assert.deepEqual(waitsMs, [500, 1000, 2000, 4000, 8000]);
});

test('other statuses are final', async () => {
	for (const status of [200, 201, 204, 301, 400, 401, 403, 404, 409, 413, 422]) {
		assert.equal((await send([status], 'harmless')).sentCount, 1, String(status));
	}
});

test('the tries are bounded, and the last answer or the lost connection is what comes out', async () => {
	const answered = await send([503], 'harmless');
	assert.deepEqual([answered.outcome, answered.sentCount], [503, triesMax]);
	const unanswered = await send(['unsent'], 'harmless');
	assert.deepEqual([unanswered.outcome, unanswered.sentCount], ['unsent', triesMax]);
});

test('what would be harmful twice is tried again only if the server cannot have done it', async () => {
	assert.equal((await send(['broken', 200], 'harmful')).outcome, 'broken');
	for (const status of [408, 500, 502]) assert.equal((await send([status, 200], 'harmful')).outcome, status);
	for (const attempt of ['unsent', 429, 503] as const)
		assert.equal((await send([attempt, 200], 'harmful')).outcome, 200);
});

test('a wait is at least what Retry-After asks for, but never longer than two minutes for it', async () => {
	assert.deepEqual((await send([429, 200], 'harmless', 7000)).waitsMs, [7000]);
	assert.deepEqual((await send([429, 200], 'harmless', 9_000_000)).waitsMs, [120_000]);
});

test('waits double up to half a minute, and chance takes at most half of them', () => {
	assert.deepEqual(
		[1, 2, 7, 20].map((tryNumber) => toWaitMs(tryNumber, undefined, 1)),
		[500, 1000, 30_000, 30_000],
	);
	assert.equal(toWaitMs(2, undefined, 0), 500);
});
