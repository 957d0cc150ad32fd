import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { afterEach, test } from 'node:test';
import { type ApiStub, startApiStub } from '../../test/support/api-stub.ts';
import { callCommand } from '../../test/support/call-command.ts';

let stub: ApiStub | undefined;

afterEach(async () => {
	await stub?.close();
	stub = undefined;
});

const path = '/api/admin/v1/search_engines/ab12/search_settings';
const television = { words: ['tv', 'smart tv'] };
const sneaker = { from: ['sneaker'], to: ['shoe', 'trainers'] };
const initial = {
	synonyms: [television, sneaker],
	stop_words: [],
	exact_words: ['hoover', 'dyson'],
	typo_tolerance: true,
	facets: [{ field: 'brand', type: 'term', size: 10 }],
	auto_filter_fields: null,
	out_of_stock_last: false,
	suggestions: true,
	learning: true,
	learning_strength: 1,
};

/** Every call is answered with the settings, including its changes. @returns the changes of the last call. */
async function call(words: readonly string[], stdin = '') {
	await stub?.close();
	let settings: object = initial;
	stub = await startApiStub(({ body }) => {
		if (body !== '') settings = { ...settings, ...JSON.parse(body) };
		return { status: 200, body: settings };
	});
	const outcome = await callCommand(['engine', ...words], {
		url: stub.url,
		stdin: Readable.from([Buffer.from(stdin)]),
	});
	const last = stub.requests.at(-1)?.body ?? '';
	return { ...outcome, lines: stub.lines(), change: last === '' ? undefined : JSON.parse(last) };
}

test('the settings are shown, the synonyms as their number', async () => {
	const { stdout, lines } = await call(['settings', 'show', 'ab12']);
	assert.deepEqual(lines, [`GET ${path}`]);
	const shown = [
		'synonyms:            2 rules',
		'stop words:          none',
		'exact words:         hoover, dyson',
		'typo tolerance:      yes',
		'facets:              brand:term:10',
		'auto filter fields:  default',
		'out of stock last:   no',
		'suggestions:         yes',
		'learning:            yes',
		'learning strength:   1',
	];
	assert.equal(stdout, `${shown.join('\n')}\n`);
	assert.deepEqual(JSON.parse((await call(['settings', 'show', 'ab12', '--json'])).stdout), initial);
});

test('changing sends what is given', async () => {
	const words = ['settings', 'update', 'ab12'];
	const options = ['--facets', 'brand,best_price:range,color:20', '--auto-filter-fields', 'brand, maker'];
	const { change, lines, stdout } = await call([...words, ...options, '--out-of-stock-last']);
	assert.deepEqual(lines, [`PATCH ${path}`]);
	assert.deepEqual(change, {
		facets: [{ field: 'brand' }, { field: 'best_price', type: 'range' }, { field: 'color', size: 20 }],
		auto_filter_fields: ['brand', 'maker'],
		out_of_stock_last: true,
	});
	assert.match(stdout, /^Changed search engine ab12\.\n/);
	assert.deepEqual((await call([...words, '--facets', 'default'])).change, { facets: null });
	assert.deepEqual((await call([...words, '--facets', ''])).change, { facets: [] });
	assert.deepEqual((await call([...words, '--no-out-of-stock-last'])).change, { out_of_stock_last: false });
	assert.deepEqual((await call([...words, '--no-suggestions'])).change, { suggestions: false });
	assert.deepEqual((await call([...words, '--no-learning', '--learning-strength', '0.5'])).change, {
		learning: false,
		learning_strength: 0.5,
	});
	assert.deepEqual((await call([...words, '--stop-words', 'cheap,online', '--no-typo-tolerance'])).change, {
		stop_words: ['cheap', 'online'],
		typo_tolerance: false,
	});
	assert.deepEqual((await call([...words, '--exact-words', ''])).change, { exact_words: [] });
	assert.equal((await call([...words, '--learning-strength', '2'])).exitCode, 2);
	assert.deepEqual([(await call(words)).exitCode, (await call(words)).lines], [2, []]);
});

test('synonyms are listed as lines that can be imported again', async () => {
	const { stdout } = await call(['synonyms', 'list', 'ab12']);
	assert.equal(stdout, 'tv, smart tv\nsneaker => shoe, trainers\n');
	const imported = await call(['synonyms', 'import', 'ab12', '-'], `\ufeff# comment\r\n\r\n${stdout}`);
	assert.deepEqual([imported.lines, imported.change], [[`PATCH ${path}`], { synonyms: initial.synonyms }]);
	assert.equal(imported.stdout, 'The synonyms are now the 2 of -.\n');
	assert.deepEqual(JSON.parse((await call(['synonyms', 'list', 'ab12', '--json'])).stdout), initial.synonyms);
});

test('a rule is added once and removed again, whatever its order and case', async () => {
	const added = await call(['synonyms', 'add', 'ab12', 'sofa,  couch']);
	assert.deepEqual(added.change, { synonyms: [television, sneaker, { words: ['sofa', 'couch'] }] });
	assert.equal(added.stdout, 'Added sofa, couch.\n');
	const again = await call(['synonyms', 'add', 'ab12', 'Smart TV, tv']);
	assert.deepEqual([again.lines, again.stdout], [[`GET ${path}`], 'Smart TV, tv was there already.\n']);
	const removed = await call(['synonyms', 'remove', 'ab12', 'sneaker => trainers, shoe']);
	assert.deepEqual(removed.change, { synonyms: [television] });
	const missing = await call(['synonyms', 'remove', 'ab12', 'shoe => sneaker']);
	assert.deepEqual([missing.exitCode, missing.change], [1, undefined]);
	assert.equal((await call(['synonyms', 'add', 'ab12', ' '])).exitCode, 2);
});
