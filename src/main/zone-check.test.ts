import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureError, fail } from '../lib/failure.ts';
import { createStoreCheck } from './zone-check.ts';

const away = () => new FailureError(fail('unavailable').failure);

function prepare(graceMsMax: number) {
	const state = { nowMs: 0, trueAtMs: 0, outcome: async (): Promise<void> => undefined };
	const check = createStoreCheck({
		check: () => state.outcome(),
		grace: { graceMsMax },
		monotonicMs: () => state.nowMs,
		readTrueAtMs: () => state.trueAtMs,
		waitMs: 1,
	});
	return { state, check };
}

test('a store that is away is no reason for as long as what was known stands', async () => {
	const { state, check } = prepare(1_000);
	assert.equal(await check(), 'ok');
	state.outcome = () => Promise.reject(away());
	state.nowMs = 999;
	assert.equal(await check(), 'away');
	state.nowMs = 1_000;
	await assert.rejects(check, FailureError);
	state.trueAtMs = 500;
	assert.equal(await check(), 'away', 'known since the last check');
	state.trueAtMs = 0;
	state.outcome = async () => undefined;
	assert.equal(await check(), 'ok');
	state.nowMs = 1_999;
	state.outcome = () => Promise.reject(away());
	assert.equal(await check(), 'away');
});

test('one that does not answer is away at once, and is asked by one check at a time', async () => {
	const { state, check } = prepare(1_000);
	const answers: (() => void)[] = [];
	state.outcome = () => new Promise<void>((resolve) => void answers.push(resolve));
	assert.deepEqual(await Promise.all([check(), check()]), ['away', 'away']);
	assert.equal(await check(), 'away');
	assert.equal(answers.length, 1);
	state.nowMs = 1_000;
	const waiting = check();
	answers[0]?.();
	assert.equal(await waiting, 'ok');
});

test('a mistake is a reason, and without a grace so is everything', async () => {
	const graced = prepare(1_000);
	graced.state.outcome = () => Promise.reject(new Error('no such table'));
	await assert.rejects(graced.check, /no such table/);
	const plain = prepare(0);
	plain.state.outcome = () => Promise.reject(away());
	await assert.rejects(plain.check, FailureError);
});
