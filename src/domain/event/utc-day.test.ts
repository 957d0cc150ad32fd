import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatUtcDay, parseUtcDay, toUtcDay } from './utc-day.ts';

test('a day has several spellings', () => {
	const noonMs = Date.UTC(2026, 2, 1, 12);
	const day = toUtcDay(noonMs);
	for (const text of ['20260301', '2026-03-01', String(noonMs), String(noonMs / 1000)]) {
		assert.equal(parseUtcDay(text), day, text);
	}
	assert.equal(formatUtcDay(day), '2026-03-01');
});

test('a day begins and ends at midnight in UTC', () => {
	const midnightMs = Date.UTC(2026, 2, 1);
	assert.deepEqual([midnightMs - 1, midnightMs].map(toUtcDay).map(formatUtcDay), ['2026-02-28', '2026-03-01']);
	assert.equal(parseUtcDay('19700101'), 0);
	assert.equal(parseUtcDay('2024-02-29'), toUtcDay(Date.UTC(2024, 1, 29)));
});

test('text that is not a date has no day', () => {
	const texts = ['', 'today', '2026-3-1', '202603', '20260230', '2026-02-29', '2026-13-01', '20260001', '2026-0301'];
	for (const text of [...texts, '123456789', '12345678901', '2026-03-01T00:00', ' 20260301', '-0260301', '00000101 ']) {
		assert.equal(parseUtcDay(text), undefined, text);
	}
});
