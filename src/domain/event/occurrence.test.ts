import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOccurrenceProblem, toOccurrence } from './occurrence.ts';

const nowMs = Date.UTC(2026, 10, 23, 12);
const dayMs = 24 * 3600 * 1000;

test('takes the last thirty days, and a minute of the future', () => {
	for (const ms of [nowMs, nowMs - 1, nowMs - 30 * dayMs, nowMs + 60_000]) {
		assert.equal(findOccurrenceProblem(ms, nowMs), undefined, String(ms));
	}
	assert.equal(findOccurrenceProblem(nowMs + 60_001, nowMs), 'must not be in the future');
	assert.equal(findOccurrenceProblem(nowMs - 30 * dayMs - 1, nowMs), 'must be at most 30 days ago');
	for (const ms of [Number.NaN, -1, 1.5, 2 ** 60]) {
		assert.equal(findOccurrenceProblem(ms, nowMs), 'must be a whole number of milliseconds since 1970', String(ms));
	}
	// Seconds instead of milliseconds.
	assert.equal(findOccurrenceProblem(nowMs / 1000, nowMs), 'must be at most 30 days ago');
});

test('logs no event later than it arrived', () => {
	assert.equal(toOccurrence(undefined, nowMs), nowMs);
	assert.equal(toOccurrence(nowMs - 5, nowMs), nowMs - 5);
	assert.equal(toOccurrence(nowMs + 5, nowMs), nowMs);
});
