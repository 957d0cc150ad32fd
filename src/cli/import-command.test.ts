import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type ApiStub, type StubReply, type StubRequest, startApiStub } from '../../test/support/api-stub.ts';
import { type CommandOutcome, callCommand, startCommand } from '../../test/support/call-command.ts';

const hashid = '5a1e0f9b7c3d42e68b0a9d4c1f2e3b7a';
const indexPath = `/api/v2/search_engines/${hashid}/indices/product`;
const create = `POST ${indexPath}/temp/`;
const bulk = `POST ${indexPath}/temp/items/_bulk`;
const replace = `POST ${indexPath}/_replace_by_temp/`;
const discard = `DELETE ${indexPath}/temp/`;

let directory = '';
let stub: ApiStub | undefined;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-import-'));
});

afterEach(async () => {
	await stub?.close();
	stub = undefined;
	await rm(directory, { recursive: true, force: true });
});

/** A server where everything succeeds, except for the answers of `special`. */
function toReply(request: StubRequest, special: (line: string) => StubReply | undefined): StubReply {
	const line = `${request.method} ${request.path}`;
	const reply = special(line);
	if (reply !== undefined) return reply;
	if (line.endsWith('/_bulk')) {
		const items = JSON.parse(request.body) as { id?: unknown; bad?: string }[];
		const results = items.map(({ id, bad }) => ({
			id: String(id),
			result: 'created',
			...(bad === undefined ? {} : { error: bad }),
		}));
		return { status: 200, body: { results, errors: false } };
	}
	return request.method === 'DELETE' ? { status: 204 } : { status: 201, body: { status: 'OK' } };
}

async function startStub(special: (line: string) => StubReply | undefined = () => undefined): Promise<ApiStub> {
	stub = await startApiStub((request) => toReply(request, special));
	return stub;
}

async function importText(text: string | Buffer, options: readonly string[] = []): Promise<CommandOutcome> {
	const path = join(directory, 'items');
	await writeFile(path, text);
	const words = ['import', path, '--engine', hashid, '--index', 'product', ...options];
	return await callCommand(words, { url: stub?.url ?? '' });
}

function failOnce(lineToFail: string, reply: StubReply): (line: string) => StubReply | undefined {
	let isFailing = true;
	return (line) => {
		if (line !== lineToFail || !isFailing) return undefined;
		isFailing = false;
		return reply;
	};
}

function toLines(count: number): string {
	return Array.from({ length: count }, (_, index) => `{"id":"${index}"}\n`).join('');
}

test('an import fills a temporary index, replaces the live one with it and prints a summary', async () => {
	const { lines, requests } = await startStub();
	const { exitCode, stdout, stderr } = await importText(toLines(250), ['--concurrency', '1']);
	assert.deepEqual(lines(), [create, bulk, bulk, bulk, replace]);
	assert.deepEqual(
		requests.slice(1, 4).map(({ body }) => (JSON.parse(body) as unknown[]).length),
		[100, 100, 50],
	);
	assert.equal(requests[0]?.headers.authorization, 'Token 0123456789abcdef0123456789abcdef01234567');
	assert.match(stdout, /^Imported 250 items into product in .*, 0 rejected; the live index was replaced\.\n$/);
	assert.deepEqual([exitCode, stderr], [0, '']);
});

test('JSON lines and arrays, gzipped or not, are detected by their content, and sent unchanged', async () => {
	const { requests } = await startStub();
	const first = '{"id":"1","price":6.00,"title":"caf\\u00e9"}';
	const second = '{ "id":"2" }';
	for (const text of [`${first}\n${second}\n`, `[${first},\n\t${second}]`]) {
		for (const bytes of [Buffer.from(text), gzipSync(text)]) {
			const { exitCode } = await importText(bytes);
			assert.equal(exitCode, 0);
			assert.equal(requests.findLast(({ path }) => path.endsWith('_bulk'))?.body, `[${first},${second}]`);
		}
	}
});

test('standard input is a file like any other', async () => {
	const { requests, url } = await startStub();
	const stdin = Readable.from([Buffer.from('{"id":"1"}\n')]);
	const words = ['import', '-', '--engine', hashid, '--index', 'product', '--map', 'mpn=id'];
	const { exitCode } = await callCommand(words, { url, stdin });
	assert.deepEqual([exitCode, requests[1]?.body], [0, '[{"mpn":"1"}]']);
});

test('a batch is sent again until it is taken', async () => {
	const failures: StubReply[] = [
		{ status: 503, body: {}, headers: { 'retry-after': '7' } },
		'drop',
		{ status: 500, body: {} },
	];
	const { lines } = await startStub((line) => (line === bulk ? failures.shift() : undefined));
	const { exitCode, waitsMs } = await importText(toLines(3));
	assert.equal(exitCode, 0);
	assert.deepEqual(lines(), [create, bulk, bulk, bulk, bulk, replace]);
	assert.deepEqual(waitsMs, [7000, 1000, 2000]);
});

test('an error that is final stops the import and deletes the temporary index', async () => {
	const refusal = { status: 403, body: { error: { code: 'access_denied', message: 'Access denied' } } };
	const { lines } = await startStub((line) => (line === bulk ? refusal : undefined));
	const { exitCode, stdout, stderr } = await importText(toLines(3));
	assert.deepEqual(lines(), [create, bulk, discard]);
	assert.deepEqual([exitCode, stdout], [1, '']);
	assert.equal(
		stderr,
		"vitrine: items from line 1 on: Access denied (403 access_denied); the live index is as it was; use an API key of the account's owner\n",
	);
});

test('refused items and invalid lines are reported, the rest replaces the live index, and the exit code is 1', async () => {
	const { lines } = await startStub();
	const good = toLines(40);
	const { exitCode, stderr, stdout } = await importText(`${good}{"id":"x","bad":"price must be a number"}\n[1]\n`);
	assert.equal(lines().at(-1), replace);
	assert.match(stderr, /^line 42: is not a JSON object\nline 41, item "x": price must be a number\n/);
	assert.match(stderr, /vitrine: 2 entries were rejected; correct them/);
	assert.match(stdout, /^Imported 40 items .* 2 rejected/);
	assert.equal(exitCode, 1);
});

test('a rejected entry of an array is reported by its number, because the array may be one line', async () => {
	await startStub();
	const { stderr } = await importText('[{"id":"1","bad":"is too dear"},7,{"bad":"is lost"}]', ['--max-rejected', '3']);
	const lines = stderr
		.split('\n')
		.filter((line) => line.startsWith('line'))
		.sort();
	assert.deepEqual(lines, [
		'line 1, entry 1, item "1": is too dear',
		'line 1, entry 2: is not a JSON object',
		'line 1, entry 3: is lost',
	]);
});

test('after twenty rejections the others are counted; the file of --rejects has them all', async () => {
	await startStub();
	const rejects = join(directory, 'rejects');
	const text = `${toLines(400)}${'no\n'.repeat(30)}`;
	const { exitCode, stderr } = await importText(text, ['--rejects', rejects, '--max-rejected', '30']);
	assert.equal(stderr.match(/^line /gm)?.length, 20);
	assert.match(stderr, /… and 10 more rejected/);
	const records = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
	assert.equal(records.length, 30);
	assert.deepEqual(JSON.parse(records[29] ?? ''), {
		line: 430,
		id: null,
		reason: 'is not JSON: unexpected character at character 0',
	});
	assert.equal(exitCode, 0, 'the user said that 30 are fine');
});

const hasFullDisk = existsSync('/dev/full') && process.platform === 'linux';

test('where the rejected cannot be written, the live index stays, and nothing is left of the other', {
	skip: !hasFullDisk,
}, async () => {
	const { lines } = await startStub();
	for (const options of [[], ['--concurrency', '1', '--batch', '10']]) {
		const text = `no\n${toLines(400)}`;
		const { exitCode, stderr } = await importText(text, ['--rejects', '/dev/full', '--max-rejected', '30', ...options]);
		assert.match(stderr, /cannot write \/dev\/full \(ENOSPC.*the live index is as it was/);
		assert.deepEqual([exitCode, lines().at(-1), lines().includes(replace)], [1, discard, false]);
	}
	const { exitCode, stderr } = await importText('no\n', ['--live', '--rejects', '/dev/full', '--max-rejected', '30']);
	assert.match(stderr, /cannot write \/dev\/full/);
	assert.equal(exitCode, 1);
});

test('a feed of which more than a tenth is rejected does not replace the live index', async () => {
	const { lines } = await startStub();
	const { exitCode, stderr } = await importText(`${toLines(8)}no\n`);
	assert.deepEqual(lines(), [create, bulk, discard]);
	assert.match(stderr, /1 of 9 entries were rejected, more than 10 %; the live index is as it was/);
	assert.equal(exitCode, 1);
});

test('an empty file does not replace the live index, unless that is allowed', async () => {
	const { lines } = await startStub();
	const refused = await importText('');
	assert.deepEqual([refused.exitCode, lines()], [1, [create, discard]]);
	assert.match(refused.stderr, /the file has no items; the live index is as it was; repeat with --allow-empty/);
	const allowed = await importText('[]', ['--allow-empty']);
	assert.deepEqual([allowed.exitCode, lines().slice(2)], [0, [create, replace]]);
});

test('an existing temporary index is not touched, and the message says how to continue', async () => {
	const exists = { status: 409, body: { error: { code: 'too_many_temporary', message: 'It exists' } } };
	const { lines } = await startStub((line) => (line === create ? exists : undefined));
	const { exitCode, stderr } = await importText(toLines(1));
	assert.deepEqual([exitCode, lines()], [1, [create]]);
	assert.match(stderr, /repeat with --takeover to delete it first/);
});

test('--takeover deletes a temporary index first, and does not mind that there is none', async () => {
	const missing = { status: 404, body: { error: { code: 'not_found', message: 'Not found' } } };
	const { lines } = await startStub(failOnce(discard, missing));
	const { exitCode } = await importText(toLines(1), ['--takeover']);
	assert.deepEqual([exitCode, lines()], [0, [discard, create, bulk, replace]]);
});

test('a damaged gzip file, a cut off array and cut off lines leave the live index as it was', async () => {
	const { lines } = await startStub();
	const noise = Array.from({ length: 500 }, (_, index) => `{"id":"${(index * 7919) % 104_729}"}\n`).join('');
	const packed = gzipSync(noise);
	const damaged = await importText(packed.subarray(0, packed.length - 20));
	assert.match(damaged.stderr, /is damaged gzip \(unexpected end of file\); the live index is as it was/);
	const cut = await importText('[{"id":"1"},');
	assert.match(cut.stderr, /the JSON array is not closed/);
	const cutLines = await importText(`${noise}{"id":"1","title":"Half a`);
	assert.match(cutLines.stderr, /the file ends in the middle of line 501; the live index is as it was/);
	const exitCodes = [damaged, cut, cutLines].map(({ exitCode }) => exitCode);
	assert.deepEqual([exitCodes, lines().filter((line) => line === replace)], [[1, 1, 1], []]);
	assert.equal(lines().at(-1), discard);
});

test('a problem with a file is reported with the line and what to do', async () => {
	await startStub();
	const separator = 'between the entries of the JSON array; the live index is as it was; correct the file';
	const cutOff = 'the live index is as it was; the file is cut off: produce or transfer it again';
	const messages: readonly (readonly [text: string | Buffer, message: string])[] = [
		['[{"id":"1"}\n{"id":"2"}]', `line 2: unexpected "{" ${separator}`],
		[Buffer.from([0x5b, 0x37, 0x2c, 0x37, 0x5d, 0xe9]), `line 1: unexpected byte 0xe9 ${separator}`],
		['[{"id":"1"},\n', `the JSON array is not closed at its end, line 2; ${cutOff}`],
		['{"id":"1"}\n{"id"', `the file ends in the middle of line 2; ${cutOff}`],
	];
	for (const [text, message] of messages) {
		const { stderr, exitCode } = await importText(text, ['--max-rejected', '9']);
		assert.equal(stderr.split('\n').at(-2), `vitrine: ${message}`);
		assert.equal(exitCode, 1);
	}
});

test('an entry that is larger than a request may be is rejected, the others go on', async () => {
	await startStub();
	const large = `{"id":"1","text":"${'x'.repeat(7_500_000)}"}`;
	const { stderr } = await importText(`${large}\n{"id":"2"}\n`, ['--max-rejected', '1']);
	assert.match(stderr, /^line 1: is larger than a request may be\n/);
});

test('a replacement whose answer was lost counts as done when the temporary index is gone', async () => {
	const replies: StubReply[] = ['drop', { status: 404, body: { error: { code: 'not_found', message: 'Not found' } } }];
	const { lines } = await startStub((line) => (line === replace ? replies.shift() : undefined));
	const { exitCode } = await importText(toLines(1));
	assert.deepEqual([exitCode, lines()], [0, [create, bulk, replace, replace]]);
});

test('a temporary index that cannot be deleted is mentioned, with the command that deletes it', async () => {
	const { lines } = await startStub((line) =>
		line === bulk || line === discard ? { status: 500, body: {} } : undefined,
	);
	const { exitCode, stderr } = await importText(toLines(1));
	assert.deepEqual([exitCode, lines().filter((line) => line === discard).length], [1, 6]);
	assert.match(stderr, new RegExp(`run "vitrine engine index discard ${hashid} product" when the server is back`));
});

test('--live writes into the live index and touches no temporary one', async () => {
	const { lines } = await startStub();
	const { exitCode, stdout } = await importText(toLines(1), ['--live']);
	assert.deepEqual([exitCode, lines()], [0, [`POST ${indexPath}/items/_bulk`]]);
	assert.match(stdout, /written to the live index/);
});

test('--create makes an index that is missing', async () => {
	const missing = { status: 404, body: { error: { code: 'not_found', message: 'Not found' } } };
	const { lines, requests } = await startStub((line) => (line === `GET ${indexPath}` ? missing : undefined));
	await importText(toLines(1), ['--create', '--preset', 'page']);
	assert.deepEqual(lines().slice(0, 3), [`GET ${indexPath}`, `POST /api/v2/search_engines/${hashid}/indices`, create]);
	assert.deepEqual(JSON.parse(requests[1]?.body ?? ''), { name: 'product', preset: 'page' });
});

test('without --create a missing index is an error that says how to make one', async () => {
	const missing = { status: 404, body: { error: { code: 'not_found', message: 'Not found' } } };
	const { lines } = await startStub((line) => (line === create ? missing : undefined));
	const { exitCode, stderr } = await importText(toLines(1));
	assert.deepEqual([exitCode, lines()], [1, [create]]);
	assert.match(stderr, /no such search engine or index.*--create/s);
});

test('with --json standard output is one JSON value, and the rejections are in it', async () => {
	await startStub();
	const { stdout, stderr, exitCode } = await importText(`${toLines(20)}no\n`, ['--json', '--max-rejected', '1']);
	const { items, rejected, replaced, rejects } = JSON.parse(stdout) as { [name: string]: unknown };
	assert.deepEqual({ items, rejected, replaced }, { items: 20, rejected: 1, replaced: true });
	assert.deepEqual(rejects, [{ line: 21, id: null, reason: 'is not JSON: unexpected character at character 0' }]);
	assert.deepEqual([stderr, exitCode], ['', 0]);
});

test('a signal while nothing comes from standard input ends the import and deletes the temporary index', async () => {
	const created = Promise.withResolvers<void>();
	const { lines, url } = await startStub((line) => {
		if (line === create) created.resolve();
		return undefined;
	});
	const stdin = new Readable({ read: () => undefined });
	const running = startCommand(['import', '-', '--engine', hashid, '--index', 'product'], { url, stdin });
	await created.promise;
	running.stop('SIGTERM');
	const { exitCode, stderr } = await running.outcome;
	assert.deepEqual([exitCode, lines()], [143, [create, discard]]);
	assert.equal(stderr, 'vitrine: stopped by SIGTERM; the live index is as it was; start the import again\n');
});

test('options that make no sense together are refused before anything is sent', async () => {
	const { lines } = await startStub();
	for (const options of [
		['--live', '--takeover'],
		['--preset', 'page'],
		['--batch', '101'],
		['--max-rejected', 'some'],
	]) {
		assert.equal((await importText(toLines(1), options)).exitCode, 2, options.join(' '));
	}
	assert.equal(
		(await callCommand(['import', '/does/not/exist', '--engine', hashid, '--index', 'product'])).exitCode,
		1,
	);
	assert.deepEqual(lines(), []);
});
