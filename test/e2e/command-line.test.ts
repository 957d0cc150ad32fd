/** The program as its user calls it, against a server as its operator starts it. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { gatherOutput } from '../support/child-output.ts';
import { program } from '../support/program.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chosenStore, toZoneHome } from '../support/store/test-store.ts';

let server: TestServer;
let directory: string;
/** Of the account that the tests work in. */
let environment: { [name: string]: string };

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-cli-'));
	server = await startServer({ arguments: ['--no-demo'] });
	const ofServer = chosenStore().environment(toZoneHome(server.dataDir));
	environment = { ...ofServer, VITRINE_URL: server.url, VITRINE_DATA_DIR: server.dataDir };
	const account = JSON.parse((await vitrine(['account', 'create', '--name', 'Shoes', '--json'])).stdout) as {
		key: string;
	};
	environment.VITRINE_KEY = account.key;
});

after(async () => {
	await server[Symbol.asyncDispose]();
	await rm(directory, { recursive: true, force: true });
});

async function vitrine(words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
	const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...environment } });
	const output = gatherOutput(child);
	const [code] = (await once(child, 'close')) as [number];
	return { code, stdout: output.stdout(), stderr: output.stderr() };
}

/** The decoded output of a command that must succeed. */
async function vitrineJson(words: readonly string[]): Promise<{ readonly [name: string]: unknown }> {
	const { code, stdout, stderr } = await vitrine([...words, '--json']);
	assert.deepEqual([code, stderr], [0, ''], words.join(' '));
	return JSON.parse(stdout) as { [name: string]: unknown };
}

async function createEngine(): Promise<string> {
	const { hashid } = await vitrineJson([
		'engine',
		'create',
		'--name',
		'Shoes',
		'--locale',
		'en-GB',
		'--currency',
		'GBP',
	]);
	return String(hashid);
}

test('imported items are exported byte for byte, through a compressed file', async () => {
	const hashid = await createEngine();
	const lines = Array.from(
		{ length: 250 },
		(_, index) =>
			`{"id":"${String(index).padStart(4, '0')}","n":${index}.50,"t":"caf\\u00e9","best_price":null,"categories":[]}`,
	);
	const path = join(directory, 'items.jsonl.gz');
	await writeFile(path, gzipSync(lines.join('\n')));
	const target = ['--engine', hashid, '--index', 'product'];

	const summary = await vitrineJson(['import', path, ...target, '--create', '--preset', 'generic']);
	assert.deepEqual([summary.items, summary.rejected, summary.replaced], [250, 0, true]);

	const out = join(directory, 'out.jsonl');
	await vitrineJson(['export', ...target, '--out', out]);
	const exported = (await readFile(out, 'utf8')).trimEnd().split('\n');
	assert.deepEqual(exported.sort(), lines);
});

test('items that the server refuses are named by line and id, and the engine is unlocked in the end', async () => {
	const hashid = await createEngine();
	const path = join(directory, 'bad.jsonl');
	await writeFile(path, `${'{"id":"1"}\n'.repeat(20)}{"id":"","title":"nameless"}\n`);
	const { code, stdout, stderr } = await vitrine([
		'import',
		path,
		'--engine',
		hashid,
		'--index',
		'product',
		'--create',
	]);
	assert.equal(code, 1);
	assert.match(stderr, /^line 21, item "": /);
	assert.match(stdout, /^Imported 20 items .*1 rejected; the live index was replaced\.$/m);
	assert.equal((await vitrineJson(['engine', 'show', hashid])).locked, false);
});

test('users, keys, stores and widgets live their lives', async () => {
	const user = await vitrineJson(['user', 'create', '--name', 'Ada', '--email', 'ada@shop.example']);
	const key = await vitrineJson(['key', 'create', String(user.code), '--name', 'nightly']);
	assert.match(String(key.key), /^[0-9a-f]{40}$/);
	await vitrineJson(['key', 'revoke', String(key.id)]);
	const store = await vitrineJson([
		'store',
		'create',
		'--name',
		'Shoes',
		'--allowed-domains',
		'shoes.example',
		'--cors-enforced',
	]);
	const changed = await vitrineJson(['store', 'update', String(store.id), '--blocked-ips', '192.0.2.7']);
	assert.deepEqual(
		[changed.allowed_domains, changed.cors_enforced, changed.blocked_ips],
		[['shoes.example'], true, ['192.0.2.7']],
	);
	const widget = await vitrineJson(['widget', 'create', '--name', 'Bought together', '--store', String(store.id)]);
	assert.equal((await vitrineJson(['widget', 'show', String(widget.id)])).name, 'Bought together');
	await vitrineJson(['widget', 'delete', String(widget.id)]);
	await vitrineJson(['store', 'delete', String(store.id)]);
	await vitrineJson(['user', 'delete', String(user.code)]);
	assert.equal((await vitrine(['user', 'show', String(user.code)])).code, 1);
});

test('the operator creates a new key for an owner who lost theirs, renames the account and deletes it', async () => {
	const account = await vitrineJson(['account', 'create', '--name', 'Bags', '--owner-name', 'Bo']);
	const id = String(account.id);
	const { key } = await vitrineJson(['account', 'key', id]);
	assert.equal((await vitrineJson(['account', 'show', '--key', String(key)])).id, id);
	assert.equal((await vitrineJson(['account', 'update', id, '--name', 'Bags Ltd'])).name, 'Bags Ltd');
	await vitrineJson(['account', 'delete', id]);
	assert.equal((await vitrine(['account', 'show', id])).code, 1);
});

test('settings that are wrong keep the server from starting and are named together', async () => {
	const { code, stdout, stderr } = await vitrine(['serve', '--port', '80a', '--zones', 'mars']);
	assert.deepEqual([code, stdout], [2, '']);
	assert.match(stderr, /^vitrine: --port is "80a": .*; --zones is "mars": .*; see "vitrine serve --help"\n$/);
});
