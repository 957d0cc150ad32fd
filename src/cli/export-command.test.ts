import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type ApiStub, type StubReply, startApiStub } from '../../test/support/api-stub.ts';
import { callCommand, startCommand } from '../../test/support/call-command.ts';

const hashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';
const itemsPath = `/api/v2/search_engines/${hashid}/indices/product/items/?rpp=100`;
const words = ['export', '--engine', hashid, '--index', 'product'];
const items = ['{"id":"1","price":6.00,"t":"caf\\u00e9 ]"}', '{"id":"2",\n "n":12345678901234567890}', '{"id":"3"}'];

let directory = '';
let stub: ApiStub | undefined;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-export-'));
});

afterEach(async () => {
	await stub?.close();
	await rm(directory, { recursive: true, force: true });
});

function toPage(pageItems: readonly string[], total = 3): StubReply {
	return { status: 200, body: `{"total":${total},"scroll_id":"c/1","items":[${pageItems.join(',')}]}` };
}

async function exportPages(pages: StubReply[], options: readonly string[] = []) {
	stub = await startApiStub(() => pages.shift() ?? { status: 404, body: {} });
	return await callCommand([...words, ...options], { url: stub.url });
}

test('items are written one per line, as the text that the server sent but for line breaks', async () => {
	const { exitCode, stdout, stderr } = await exportPages([
		toPage(items.slice(0, 2)),
		toPage(items.slice(2)),
		toPage([]),
	]);
	const lines = [items[0], '{"id":"2",  "n":12345678901234567890}', items[2]];
	assert.equal(stdout, lines.map((line) => `${line}\n`).join(''));
	assert.deepEqual([exitCode, stderr], [0, 'Exported 3 items of product.\n']);
	const next = `GET ${itemsPath}&scroll_id=c%2F1`;
	assert.deepEqual(stub?.lines(), [`GET ${itemsPath}`, next, next]);
});

test('--out - is standard output', async () => {
	const { exitCode, stdout } = await exportPages([toPage(items.slice(2), 1), toPage([], 1)], ['--out', '-']);
	assert.deepEqual([exitCode, stdout], [0, `${items[2]}\n`]);
});

test('with --out and --gzip the packed file appears under its name when it is complete', async () => {
	const path = join(directory, 'items.gz');
	const { exitCode, stdout } = await exportPages([toPage(items), toPage([])], ['--out', path, '--gzip', '--json']);
	assert.deepEqual([exitCode, JSON.parse(stdout)], [0, { engine: hashid, index: 'product', items: 3, file: path }]);
	assert.equal(
		gunzipSync(await readFile(path))
			.toString()
			.split('\n').length,
		4,
	);
	assert.deepEqual(await readdir(directory), ['items.gz']);
});

test('a page that is lost ends the export without a file: asking again would leave the page out', async () => {
	const { exitCode, stderr } = await exportPages([toPage(items.slice(0, 2)), 'drop'], ['--out', join(directory, 'x')]);
	assert.equal(exitCode, 1);
	assert.match(stderr, /^vitrine: the connection to .* broke/);
	assert.deepEqual([await readdir(directory), stub?.requests.length], [[], 2]);
});

test('a signal while the server is silent ends the export without a file', async () => {
	const asked = Promise.withResolvers<void>();
	const pages: StubReply[] = [toPage(items)];
	stub = await startApiStub(() => {
		const page = pages.shift();
		if (page === undefined) asked.resolve();
		return page ?? 'hang';
	});
	const running = startCommand([...words, '--out', join(directory, 'items.jsonl')], { url: stub.url });
	await asked.promise;
	running.stop('SIGINT');
	const { exitCode, stderr } = await running.outcome;
	assert.deepEqual([exitCode, stderr], [130, 'vitrine: stopped by SIGINT; export again\n']);
	assert.deepEqual(await readdir(directory), []);
});

test('fewer items than the server has announced are an error', async () => {
	const { exitCode, stderr } = await exportPages([toPage(items, 4), toPage([], 4)]);
	assert.equal(exitCode, 1);
	assert.match(stderr, /only 3 of 4 items arrived; try again/);
});

test('an index that is not there is named', async () => {
	const missing = { status: 404, body: { error: { code: 'not_found', message: 'Not found' } } };
	const { exitCode, stderr } = await exportPages([missing]);
	assert.deepEqual([exitCode, stderr], [1, 'vitrine: index product: Not found (404 not_found)\n']);
});
