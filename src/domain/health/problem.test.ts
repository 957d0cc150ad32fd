import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FollowerState } from './follower-state.ts';
import type { IndexReport } from './index-report.ts';
import {
	findEmptyAnswers,
	findIndexProblems,
	findOpenImports,
	findServerProblems,
	findSilence,
	findVainSearches,
	isEmptyEngine,
	sortProblems,
} from './problem.ts';

const gigabyte = 1024 ** 3;
const names = { hashid: 'h', engineName: 'Shoes', indexName: 'product' };
const ready: IndexReport = { ...names, state: 'ready', itemCount: 5, segmentCount: 1, byteCount: 9, writesBehind: 0 };
const late = { hashid: 'h', indexName: 'product', writeCount: 7, ms: 40_000 };

function codesOf(problems: readonly { readonly code: string }[]): string[] {
	return problems.map(({ code }) => code);
}

function onDisk(freeBytes: number, totalBytes: number, followers: FollowerState[] = []): string[] {
	return codesOf(findServerProblems({ disk: { freeBytes, totalBytes }, followers }));
}

describe('an index', () => {
	it('is a problem while it cannot be searched, or fails, or is built anew', () => {
		assert.deepEqual(findIndexProblems(ready, undefined), []);
		assert.deepEqual(findIndexProblems({ ...ready, state: 'unknown' }, undefined), []);
		for (const state of ['building', 'failing', 'rebuilding'] as const)
			assert.deepEqual(codesOf(findIndexProblems({ ...ready, state }, undefined)), [`index_${state}`]);
	});

	it('is late after half a minute, unless it is being built anyway', () => {
		assert.deepEqual(findIndexProblems(ready, { ...late, ms: 29_000 }), []);
		const expected = { code: 'index_late', hashid: 'h', indexName: 'product', count: 7, ms: 40_000 };
		assert.deepEqual(findIndexProblems(ready, late), [expected]);
		assert.deepEqual(codesOf(findIndexProblems({ ...ready, state: 'building' }, late)), ['index_building']);
	});
});

describe('a search engine', () => {
	it('has an open import for each of its temporary indices', () => {
		const index = { preset: 'product', options: {}, datasources: [], schemaOverrides: {} } as const;
		const indices = [
			{ ...index, name: 'product', hasTemporary: true },
			{ ...index, name: 'page', hasTemporary: false },
		];
		assert.deepEqual(findOpenImports({ hashid: 'h', indices }), [
			{ code: 'import_open', hashid: 'h', indexName: 'product' },
		]);
	});

	it('is empty when none of its indices has items or gets some', () => {
		const empty = { ...ready, itemCount: 0 };
		assert.equal(isEmptyEngine([]), true);
		assert.equal(isEmptyEngine([empty, empty]), true);
		for (const other of [ready, { ...empty, writesBehind: 1 }, { ...empty, state: 'unknown' as const }])
			assert.equal(isEmptyEngine([empty, other]), false);
	});

	it('has searches in vain when more than a quarter of at least 50 find nothing', () => {
		assert.deepEqual(findVainSearches('h', { count: 49, vainCount: 49 }), []);
		assert.deepEqual(findVainSearches('h', { count: 0, vainCount: 0 }), []);
		assert.deepEqual(findVainSearches('h', { count: 80, vainCount: 20 }), []);
		const expected = { code: 'searches_in_vain', hashid: 'h', count: 80, ratio: 0.5 };
		assert.deepEqual(findVainSearches('h', { count: 80, vainCount: 40 }), [expected]);
	});
});

describe('a widget', () => {
	it('is silent when it shows nothing any more, if it was seen before', () => {
		assert.deepEqual(findSilence('w', { lastCount: 0, beforeCount: 99 }), []);
		assert.deepEqual(findSilence('w', { lastCount: 1, beforeCount: 500 }), []);
		const expected = { code: 'widget_silent', widgetId: 'w', count: 500 };
		assert.deepEqual(findSilence('w', { lastCount: 0, beforeCount: 500 }), [expected]);
	});

	it('mostly answers nothing when more than half of at least 50 answers are empty', () => {
		const of = (impressionCount: number, emptyAnswerCount: number) =>
			findEmptyAnswers('w', { impressionCount, emptyAnswerCount });
		assert.deepEqual(of(0, 49), []);
		assert.deepEqual(of(0, 0), []);
		assert.deepEqual(of(40, 40), []);
		assert.deepEqual(of(39, 41), [{ code: 'widget_empty', widgetId: 'w', count: 80, emptyCount: 41 }]);
	});
});

describe('the server', () => {
	it('has too little disk below a tenth or 10 GB, whichever is less, and is full at 1 GB', () => {
		assert.deepEqual(onDisk(11 * gigabyte, 1000 * gigabyte), []);
		assert.deepEqual(onDisk(9 * gigabyte, 1000 * gigabyte), ['disk_low']);
		assert.deepEqual(onDisk(5 * gigabyte, 40 * gigabyte), []);
		assert.deepEqual(onDisk(3 * gigabyte, 40 * gigabyte), ['disk_low']);
		assert.deepEqual(onDisk(gigabyte - 1, 40 * gigabyte), ['disk_full']);
	});

	it('has followers that are late by time, or else by number, or do not answer', () => {
		const of = (behindCount: number | null, behindMs: number | null) =>
			onDisk(20 * gigabyte, 40 * gigabyte, [{ name: 'search', behindCount, behindMs }]);
		assert.deepEqual(of(1_000_000, 30_000), []);
		assert.deepEqual(of(1, 30_001), ['follower_late']);
		assert.deepEqual(of(20_000, null), []);
		assert.deepEqual(of(20_001, null), ['follower_late']);
		assert.deepEqual(of(null, null), ['follower_silent']);
	});

	it('tells the worst first', () => {
		const found = (['index_rebuilding', 'disk_low', 'engine_empty', 'disk_full'] as const).map((code) => ({ code }));
		assert.deepEqual(codesOf(sortProblems(found)), ['disk_full', 'engine_empty', 'disk_low', 'index_rebuilding']);
	});
});
