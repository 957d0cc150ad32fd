import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDfid, toItemKey } from '../../domain/item/dfid.ts';
import { parseQuerySet } from './query-set.ts';

/** With the ids of items instead of their keys. */
function read(text: string, ids: readonly string[] = ['1', '2', '3']) {
	const { kind, queries } = parseQuerySet(text, 'queries.csv');
	const names = new Map(ids.map((id) => [toItemKey(id), id]));
	return { kind, queries: queries.map(({ text: query, evidence }) => [query, toNamed(evidence, names)]) };
}

function toNamed(evidence: ReadonlyMap<string, number>, names: ReadonlyMap<string, string>) {
	return Object.fromEntries(Array.from(evidence, ([key, value]) => [names.get(key) ?? key, value]));
}

describe('a file of queries', () => {
	it('is judged if it has ratings, in any order of columns', () => {
		assert.deepEqual(read('rating,query,docid\n3,red shoe,1\n0.5,red shoe,2\n0,boot,1\n'), {
			kind: 'judged',
			queries: [
				['red shoe', { 1: 3, 2: 0.5 }],
				['boot', { 1: 0 }],
			],
		});
	});

	it('is clicked otherwise, and clicks on the same item add up', () => {
		const counted = { kind: 'clicked', queries: [['boot', { 1: 3, 2: 1 }]] };
		assert.deepEqual(read('query,docid\nboot,1\nboot,2\nboot,1\nboot,1\n'), counted);
		assert.deepEqual(read('query,docid,clicks\nboot,1,2\nboot,2,1\nboot,1,1\n'), counted);
		assert.deepEqual(read('{"query":"boot","docid":"1","clicks":3}\n{"query":"boot","docid":2}\n'), counted);
	});

	it('may be JSON lines, and name items by their dfid', () => {
		const dfid = formatDfid({ hashid: 'a'.repeat(32), indexName: 'product', itemKey: toItemKey('1') });
		const lines = [
			{ query: 'boot', docid: dfid, rating: 2 },
			{ query: 'boot', docid: 3, rating: 1 },
		];
		assert.deepEqual(read(lines.map((line) => JSON.stringify(line)).join('\n')), {
			kind: 'judged',
			queries: [['boot', { 1: 2, 3: 1 }]],
		});
	});

	it('notes which pairs have several ratings, of which the last counts, and which ids it names', () => {
		const rows = ['boot,1,3', 'boot,1,0', 'boot,1,2', 'boot,2,1', 'boot,2,1', 'shoe,1,1'];
		const set = parseQuerySet(['query,docid,rating', ...rows].join('\n'), 'queries.csv');
		assert.deepEqual(set.conflicts, { count: 1, first: [{ query: 'boot', item: '1' }] });
		assert.deepEqual([...set.itemIds], ['1', '2']);
		const [boot] = set.queries;
		assert.equal(boot?.evidence.get(toItemKey('1')), 2);
		const clicked = parseQuerySet('query,docid\nboot,1\nboot,1\n', 'queries.csv');
		assert.equal(clicked.conflicts.count, 0, 'clicks add up');
	});

	for (const [text, problem] of [
		['a,b\nc,d', 'has no columns "query" and "docid" in its first line'],
		['query,docid,rating\nboot,1,good', 'line 2 has a rating that is not 0 to 10'],
		['query,docid,clicks\nboot,1,1\n\nboot,1,0', 'line 4 has no number of clicks'],
		['query,docid,rating\n ,1,1', 'line 2 has no query or no docid'],
		['query,docid,rating\nbo\0ot,1,1', 'line 2 has a query that no shopper can type'],
		['{"query":"b\\ud83d","docid":"1","rating":1}', 'line 1 has a query that no shopper can type'],
		['query,docid,rating\n"boot,1,1', 'line 2 has a quote that is not closed'],
		['{"query":"boot","docid":"1","rating":1}\nboot', 'line 2 is no JSON object'],
		['query,docid,rating\n', 'has no queries'],
		['', 'has no columns "query" and "docid" in its first line'],
	] as const) {
		it(`is refused where it ${problem}`, () => {
			const expected = text === '' ? 'has no queries' : problem;
			assert.throws(() => read(text), { code: 'bad_file', message: `queries.csv ${expected}` });
		});
	}
});
