/** The answer to a search that cannot end in time. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSliceScheduler } from '../../src/lib/slice-scheduler.ts';
import type { Pace, Steps } from '../../src/lib/steps.ts';
import type { Database } from '../../src/ports/database.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan, openShop, type Shop } from '../support/shop.ts';

const deadlineMs = 7_000;

/** A thread on which the work of a search takes as long as the test sets. */
const thread = { nowMs: 0, workMs: 0 };

const scheduler = createSliceScheduler({
	nowMs: () => thread.nowMs,
	computedMs: () => thread.nowMs,
	afterIo: (callback) => void setImmediate(callback),
	sliceMs: 5,
	deadlineMs,
	heldBytesMax: 1,
	waitingMax: 1,
});

function* compute(pace: Pace): Steps<void> {
	for (let spentMs = 0; spentMs < thread.workMs; spentMs += 1) {
		thread.nowMs += 1;
		if (pace.isDue()) yield;
	}
}

function openSliced(database: Database): SearchIndex {
	const scan = openScan(database);
	const take = async ({ hashid, caller }: SearchScope) =>
		scheduler.run({ caller: `${hashid} ${caller}`, heldBytes: 1, begin: compute });
	return {
		...scan,
		async search(scope, query) {
			await take(scope);
			return scan.search(scope, query);
		},
		async suggest(scope, text, countMax) {
			await take(scope);
			return scan.suggest(scope, text, countMax);
		},
	};
}

let server: ServedApp;
let shop: Shop;

before(async () => {
	server = await serveApp({}, openSliced);
	shop = await openShop(server);
	await shop.put({ id: '1', title: 'Walking boot' });
});
after(() => server[Symbol.asyncDispose]());

const searches: readonly (readonly [what: string, path: string, body?: object])[] = [
	['a search', '/_search?query=boot'],
	['a search by its body', '/_search', { query: 'boot' }],
	['a completion', '/_suggest?query=wal'],
	['a search of version 5', 'v5'],
];

async function ask(path: string, body: object | undefined): Promise<Response> {
	const url = path === 'v5' ? `/5/search?hashid=${shop.hashid}&query=boot` : `/6/${shop.hashid}${path}`;
	const headers = { Authorization: `Token ${shop.key}`, 'Content-Type': 'application/json' };
	return fetch(
		`${server.url}${url}`,
		body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
	);
}

for (const [what, path, body] of searches) {
	test(`503 and the time to come back are the answer to ${what} that cannot end before the deadline`, async () => {
		thread.workMs = 10 * deadlineMs;
		const refused = await ask(path, body);
		const text = await refused.text();
		assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, String(deadlineMs / 1_000)], text);
		assert.equal(refused.headers.get('content-type'), 'application/json; charset=utf-8');
		assert.deepEqual(JSON.parse(text), { error: 'The server has too much to search to answer this in time' });
		// It leaves nothing behind: the next short search is answered.
		thread.workMs = 1;
		const answered = await ask(path, body);
		assert.equal(answered.status, 200, await answered.text());
		assert.equal(scheduler.waitingCount, 0);
	});
}
