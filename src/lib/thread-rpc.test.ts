import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { FailureError } from './failure.ts';
import { readMonotonicMs } from './monotonic-time.ts';
import { createThreadCalls } from './thread-rpc.ts';

const nowMs = readMonotonicMs;
const isOfCode = (code: string) => (error: unknown) => error instanceof FailureError && error.failure.code === code;

test('answers find their questions, in whatever order they come', async () => {
	const calls = createThreadCalls<string>({ nowMs });
	const ids: number[] = [];
	const asked = ['a', 'b', 'c'].map(() => calls.ask((id) => ids.push(id)));
	assert.equal(new Set(ids).size, 3);
	for (const id of ids.toReversed()) calls.settle(id, `answer ${ids.indexOf(id)}`);
	calls.settle(ids[0] ?? 0, 'once more');
	calls.settle(99, 'of nothing');
	assert.deepEqual(await Promise.all(asked), ['answer 0', 'answer 1', 'answer 2']);
	assert.equal(calls.count, 0);
});

test('a question ends at its own deadline, and its late answer is dropped', async () => {
	const calls = createThreadCalls<string>({ nowMs, timeoutMs: 60_000 });
	let lateId = 0;
	const patient = calls.ask(() => undefined);
	const late = calls.ask((id) => {
		lateId = id;
	}, 1);
	await assert.rejects(late, isOfCode('timed_out'));
	calls.settle(lateId, 'late');
	assert.equal(calls.count, 1);
	calls.settle(1, 'in time');
	assert.equal(await patient, 'in time');
});

test('each of many deadlines applies separately', async (t) => {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	let elapsedMs = 0;
	const calls = createThreadCalls<string>({ nowMs: () => elapsedMs });
	const ends: [timeoutMs: number, endMs: number][] = [];
	for (const timeoutMs of [30, 10, 20]) {
		calls.ask(() => undefined, timeoutMs).catch(() => ends.push([timeoutMs, elapsedMs]));
	}
	while (elapsedMs < 40) {
		elapsedMs += 1;
		t.mock.timers.tick(1);
		await nextRound();
	}
	assert.deepEqual(ends, [
		[10, 10],
		[20, 20],
		[30, 30],
	]);
});

test('too many questions are rejected and not sent', async () => {
	const calls = createThreadCalls<string>({ nowMs, waitingMax: 1 });
	const first = calls.ask(() => undefined);
	await assert.rejects(
		calls.ask(() => assert.fail('it was sent')),
		isOfCode('overloaded'),
	);
	calls.settle(1, 'there is room again');
	await first;
	const third = calls.ask((id) => calls.settle(id, 'at once'));
	assert.equal(await third, 'at once');
});

test('waiting and new questions fail when the other end is gone, until there is another', async () => {
	const calls = createThreadCalls<string>({ nowMs, timeoutMs: 60_000 });
	const waiting = calls.ask(() => undefined);
	calls.close(new Error('it died'));
	await assert.rejects(waiting, /it died/);
	await assert.rejects(
		calls.ask(() => assert.fail('it was sent')),
		/it died/,
	);
	calls.open();
	assert.equal(await calls.ask((id) => calls.settle(id, 'alive')), 'alive');
});

test('a question that cannot be sent, or has no answer, fails with the reason', async () => {
	const calls = createThreadCalls<string>({ nowMs });
	await assert.rejects(
		calls.ask(() => {
			throw new Error('no port');
		}),
		/no port/,
	);
	assert.equal(calls.count, 0);
	await assert.rejects(
		calls.ask((id) => calls.fail(id, new Error('no such thing'))),
		/no such thing/,
	);
});
