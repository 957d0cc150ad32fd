import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPastQueries, restorePastQueries } from './past-queries.ts';

const dayMs = 24 * 3_600_000;

function ask(queries: ReturnType<typeof createPastQueries>, text: string, clientCount: number, atMs = 0) {
	for (let client = 1; client <= clientCount; client++) queries.count({ text, key: text, client: `s${client}`, atMs });
}

test('a query is shown once several clients have searched for it, the most popular first', () => {
	const queries = createPastQueries();
	ask(queries, 'red shoe', 3);
	ask(queries, 'socks', 5);
	ask(queries, 'secret', 2);
	for (let time = 0; time < 50; time++) queries.count({ text: 'spam', key: 'spam', client: 'one', atMs: time * dayMs });
	assert.deepEqual(
		queries.list(10).map(({ text }) => text),
		['socks', 'red shoe'],
	);
	assert.equal(queries.list(1).length, 1);
});

test('searches that one client repeats within minutes count once', () => {
	const queries = createPastQueries();
	ask(queries, 'a', 4);
	ask(queries, 'b', 3);
	for (let time = 0; time < 20; time++) queries.count({ text: 'b', key: 'b', client: 's3', atMs: time * 1_000 });
	assert.deepEqual(queries.list(2), [
		{ text: 'a', weight: 4 },
		{ text: 'b', weight: 3 },
	]);
});

test('recent searches outweigh old ones', () => {
	const queries = createPastQueries();
	ask(queries, 'winter coat', 8);
	ask(queries, 'sun hat', 5, 60 * dayMs);
	assert.deepEqual(queries.list(2), [
		{ text: 'sun hat', weight: 5 },
		{ text: 'winter coat', weight: 2 },
	]);
});

test('when there are too many, queries that may be shown stay, and of the rest the most popular', () => {
	const queries = createPastQueries();
	ask(queries, 'shoe', 3);
	for (let number = 0; number < 100; number++) ask(queries, `nonsense ${number}`, 1, 100 * dayMs);
	ask(queries, 'nearly', 2, 100 * dayMs);
	queries.prune(2);
	assert.equal(queries.queryCount, 2);
	queries.count({ text: 'nearly', key: 'nearly', client: 's9', atMs: 100 * dayMs });
	assert.deepEqual(
		queries.list(10).map(({ text }) => text),
		['nearly', 'shoe'],
	);
});

test('rows restore the same state', () => {
	const queries = createPastQueries();
	ask(queries, 'shoe', 4);
	ask(queries, 'sock', 2);
	const again = restorePastQueries(JSON.parse(JSON.stringify(queries.toRows())));
	assert.deepEqual(again.list(10), queries.list(10));
	again.count({ text: 'sock', key: 'sock', client: 's3', atMs: 0 });
	assert.equal(again.list(10).length, 2);
});
