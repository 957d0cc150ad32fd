import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type ApiStub, type StubReply, startApiStub } from '../../test/support/api-stub.ts';
import { callCommand, startCommand } from '../../test/support/call-command.ts';
import { waitFor } from '../../test/support/wait-for.ts';

const hashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';
const words = ['events', 'export', '--engine', hashid];
const path = `GET /api/admin/v1/search_engines/${hashid}/events/_export?format=`;
const jsonLines = [3, 7, 9].map((serial) => `{"serial":${serial},"text":"é"}\n`);

let directory: string;
let out: string;
let stub: ApiStub | undefined;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-events-'));
	out = join(directory, 'events');
});
afterEach(async () => {
	await stub?.close();
	stub = undefined;
	await rm(directory, { recursive: true, force: true });
});

async function call(options: readonly string[], replies: StubReply[]) {
	await stub?.close();
	stub = await startApiStub(() => replies.shift() ?? { status: 404, body: {} });
	return await callCommand([...words, ...options], { url: stub.url });
}

const answer = (body: string): StubReply => ({ status: 200, body });
const readOut = () => readFile(out, 'utf8');

test('events are written as they arrive, of the time and in the format that are asked for', async () => {
	const { exitCode, stdout, stderr } = await call([], [answer(jsonLines.join(''))]);
	assert.deepEqual([exitCode, stdout, stderr], [0, jsonLines.join(''), `Exported 3 events of ${hashid}.\n`]);
	assert.deepEqual(stub?.lines(), [`${path}jsonl`]);
	const rows = 'serial,text\r\n3,"a\n""b"\r\n7,c\r\n';
	const options = [
		'--format',
		'csv',
		'--from',
		'2026-03-01',
		'--to',
		'20260302',
		'--tz',
		'Europe/Madrid',
		'--out',
		out,
	];
	const table = await call(options, [answer(rows)]);
	assert.deepEqual([table.exitCode, table.stdout], [0, `Exported 2 events of ${hashid}.\n`]);
	assert.equal(await readOut(), rows);
	assert.deepEqual(stub?.lines(), [`${path}csv&from=2026-03-01&to=20260302&tz=Europe%2FMadrid`]);
	const empty = await call(['--format', 'csv'], [answer('serial,text\r\n')]);
	assert.deepEqual([empty.stdout, empty.stderr], ['serial,text\r\n', `Exported 0 events of ${hashid}.\n`]);
});

test('a connection that breaks is opened again, after the last event that arrived whole', async () => {
	const [first = '', second = '', third = ''] = jsonLines;
	const refusal = { status: 503, body: {}, headers: { 'retry-after': '9' } };
	const replies = ['drop', { cutText: first + second.slice(0, 9) }, refusal, 'drop', answer(second + third)] as const;
	const { exitCode, stdout, waitsMs } = await call([], [...replies]);
	assert.deepEqual([exitCode, stdout], [0, jsonLines.join('')]);
	assert.deepEqual(stub?.lines(), [
		...[`${path}jsonl`, `${path}jsonl`],
		...[`${path}jsonl&after=3`, `${path}jsonl&after=3`, `${path}jsonl&after=3`],
	]);
	assert.deepEqual(waitsMs, [500, 500, 9000, 2000]);
});

test('a row of CSV with a line break and an event of several lines are not cut in two', async () => {
	const rows = ['serial,text\r\n', '3,"a\nb"\r\n', '7,"c\nd"\r\n'];
	const csv = await call(['--format', 'csv'], [{ cutText: `${rows[0]}${rows[1]}7,"c\n` }, answer(rows[2] ?? '')]);
	assert.equal(csv.stdout, rows.join(''));
	assert.deepEqual(stub?.lines(), [`${path}csv`, `${path}csv&after=3`]);
	const lines = ['{"user_query":"a","serial":3}\n', '{"action_name":"b"}\n', '{"action_name":"c","serial":7}\n'];
	const cut = { cutText: lines.slice(0, 2).join('') };
	const ubi = await call(['--format', 'ubi'], [cut, answer(lines.slice(1).join(''))]);
	assert.equal(ubi.stdout, lines.join(''));
	assert.deepEqual(stub?.lines(), [`${path}ubi`, `${path}ubi&after=3`]);
});

test('a server that stays away ends the export; with --out, without a file', async () => {
	const { exitCode, stderr } = await call(['--out', out], [answer(''), 'drop'].slice(1) as StubReply[]);
	assert.equal(exitCode, 1);
	assert.match(stderr, /404/);
	assert.deepEqual(await readdir(directory), []);
	const away = await call(['--out', out], Array<StubReply>(6).fill('drop'));
	assert.match(away.stderr, /^vitrine: the connection to .* broke/);
	assert.deepEqual([away.exitCode, stub?.requests.length, await readdir(directory)], [1, 6, []]);
});

test('--resume goes on after the last whole event of the file, wherever it was cut off', async () => {
	for (const [format, whole, cuts] of [
		['jsonl', jsonLines.slice(0, 2).join(''), ['', '{"ser', '{"serial":9,"text":"\u00c3']],
		['csv', 'serial,text\r\n3,"a\nb"\r\n7,c\r\n', ['', '9', '9,"d\n', '9,"d\n""\n']],
		['ubi', '{"user_query":"","serial":7}\n', ['', '{"action_name":"x"}\n', '{"action_name":"x"}\n{"serial":9']],
	] as const) {
		for (const cut of cuts) {
			await writeFile(out, whole + cut);
			const rest = format === 'csv' ? '9,e\r\n' : '{"serial":9}\n';
			const { exitCode, stdout } = await call(['--format', format, '--out', out, '--resume'], [answer(rest)]);
			assert.deepEqual([exitCode, stdout], [0, `Exported 1 events of ${hashid}.\n`], cut);
			assert.equal(await readOut(), whole + rest);
			assert.deepEqual(stub?.lines(), [`${path}${format}&after=7`]);
		}
	}
});

test('--resume begins a file that is not there, or has no event yet', async () => {
	for (const before of [undefined, '', 'serial,te', 'serial,text\r\n', 'serial,text\r\n3,"']) {
		await rm(out, { force: true });
		if (before !== undefined) await writeFile(out, before);
		const rows = 'serial,text\r\n3,a\r\n';
		assert.equal((await call(['--format', 'csv', '--out', out, '--resume'], [answer(rows)])).exitCode, 0);
		assert.equal(await readOut(), rows);
		assert.deepEqual(stub?.lines(), [`${path}csv`]);
	}
});

test('--resume leaves a file alone that is something else', async () => {
	for (const [format, text] of [
		['jsonl', '{"id":"1","price":6}\n'],
		['ubi', '{"id":"1","price":6}\n'],
		['csv', 'id,price\r\n1,6\r\n'],
		['csv', jsonLines.join('')],
		['jsonl', 'a letter\n'],
		['jsonl', 'a letter'],
		['csv', 'a letter'],
	] as const) {
		await writeFile(out, text);
		const { exitCode, stderr } = await call(['--format', format, '--out', out, '--resume'], []);
		assert.deepEqual([exitCode, await readOut(), stub?.lines()], [1, text, []]);
		assert.match(stderr, /is not an export of events in the format/);
	}
});

test('a signal keeps what arrived, so that the same command with --resume goes on', async () => {
	const asked = Promise.withResolvers<void>();
	// A connection that is cut may take what it sent along: then the same is asked once more.
	stub = await startApiStub(({ path: asks }) => {
		if (!asks.includes('after=3')) return { cutText: jsonLines[0] ?? '' };
		asked.resolve();
		return 'hang';
	});
	const running = startCommand([...words, '--out', out, '--resume'], { url: stub.url });
	await asked.promise;
	const isWritten = (text: string) => text === jsonLines[0];
	await waitFor('the first event in the file', () => readOut().catch(() => ''), isWritten);
	running.stop('SIGINT');
	const { exitCode, stderr } = await running.outcome;
	assert.deepEqual([exitCode, stderr], [130, 'vitrine: stopped by SIGINT; the same command goes on from here\n']);
	assert.equal(await readOut(), jsonLines[0]);
});

test('options that do not fit are refused before anything is asked', async () => {
	for (const [options, message] of [
		[['--format', 'xml'], /--format is "xml"; use one of jsonl, csv, ubi/],
		[['--resume'], /--resume needs --out/],
		[['--resume', '--out', '-'], /--resume needs --out/],
		[['--resume', '--out', 'x', '--gzip'], /--resume cannot go on with a compressed file/],
	] as const) {
		const { exitCode, stderr } = await call(options, []);
		assert.equal(exitCode, 2, stderr);
		assert.match(stderr, message);
		assert.deepEqual(stub?.lines(), []);
	}
});
