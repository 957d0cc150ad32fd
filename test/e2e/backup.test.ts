/**
 * `vitrine backup` beside a server that is written to, and `vitrine restore` into an empty store: what is there then, and
 * what is refused.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatManifest, parseManifest } from '../../src/adapters/backup/backup-manifest.ts';
import { type Api, createApi } from '../support/api.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { spawnServe } from '../support/serve-process.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chosenStore, toZoneHome } from '../support/store/test-store.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const operatorToken = 'operator-token-of-the-backup-tests-0123456789';
const environment = { VITRINE_OPERATOR_TOKEN: operatorToken };
const wordings = 20;

let folder: string;
let server: TestServer;
let tenant: Tenant;
let backup: string;
/** Pairs that were acknowledged before the backup began. */
let pairsBefore: number;

before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'));
	backup = join(folder, 'backup');
	server = await startServer({ environment, arguments: ['--no-demo'] });
	tenant = await openTenant(server.url, operatorToken);
	await writePairs(0, 200);
	const answer = await tenant.api.call(toPath('items/'), {
		method: 'POST',
		body: { id: 'odd', title: 'odd \u2028 \u0001 \\ " 😀 \u00e9', price: 1e-7, list: [null, 1.5e300] },
	});
	assert.equal(answer.status, 201, answer.text);
	await sendCart(server.url, tenant);
});
after(async () => {
	await server[Symbol.asyncDispose]();
	await rm(folder, { recursive: true, force: true });
});

const toPath = (rest: string) => `/api/v2/search_engines/${tenant.hashid}/indices/product/${rest}`;

/** Items of one call, which are there together or not at all. */
async function writePairs(from: number, to: number): Promise<void> {
	for (let pair = from; pair < to; pair += 1) {
		const items = ['a', 'b'].map((half) => ({
			id: `${half}-${pair}`,
			title: `chair ${half} wording${pair % wordings}`,
			price: pair,
		}));
		const { status, text } = await tenant.api.call(toPath('items/_bulk'), { method: 'POST', body: items });
		assert.equal(status, 200, text);
	}
}

async function sendCart(url: string, { hashid, dfid }: Tenant): Promise<void> {
	const answer = await createApi(url).call(`/6/${hashid}/stats/click?session_id=s-1&dfid=${encodeURIComponent(dfid)}`, {
		method: 'PUT',
	});
	assert.equal(answer.status, 200, answer.text);
}

async function listIds(api: Api): Promise<readonly string[]> {
	const ids: string[] = [];
	let path = toPath('items/?rpp=100');
	for (;;) {
		const { json, text } = await api.call(path);
		assert(Array.isArray(json.items), text);
		if (json.items.length === 0) return ids;
		ids.push(...json.items.map(({ id }: { id: string }) => id));
		path = toPath(`items/?rpp=100&scroll_id=${json.scroll_id}`);
	}
}

/** Starts a server on what was restored. */
async function serveRestored(dataDir: string): Promise<TestServer> {
	if (existsSync(join(server.dataDir, 'secret.key'))) {
		await copyFile(join(server.dataDir, 'secret.key'), join(dataDir, 'secret.key'));
	}
	return startServer({ environment, arguments: ['--no-demo'], dataDir });
}

async function makeEmptyStore(name: string): Promise<string> {
	const dataDir = join(folder, name);
	await chosenStore().create(toZoneHome(dataDir));
	return dataDir;
}

/** Searches until the index has `count` items, and answers with a result for each wording. */
async function searchAll(api: Api, count: number) {
	await waitFor(
		`${count} chairs to be found`,
		async () => (await api.call(`/6/${tenant.hashid}/_search?query=chair&rpp=1`)).json.total_found,
		(found) => found === count,
	);
	return Promise.all(
		Array.from({ length: wordings }, async (_, at) => {
			const path = `/6/${tenant.hashid}/_search?query=chair+wording${at}&rpp=30&filter[price][lt]=200`;
			const { json } = await api.call(path);
			return [json.total_found, json.results.map(({ id, title }: Record<string, string>) => [id, title])];
		}),
	);
}

describe('a backup', () => {
	it('is made while writers write, and has what was acknowledged before, and whole calls of the others', async () => {
		pairsBefore = 200;
		let isOver = false;
		let written = pairsBefore;
		const writers = (async () => {
			for (; !isOver; written += 1) await writePairs(written, written + 1);
		})();
		const { code, stdout, stderr } = await runProgram(['backup', backup, '--json'], server.dataDir);
		isOver = true;
		await writers;
		assert.equal(code, 0, stderr);
		const said = JSON.parse(stdout);
		assert.deepEqual([said.accounts, said.search_engines], [1, 2]);

		const dataDir = await makeEmptyStore('restored');
		const restored = await runProgram(['restore', backup], dataDir);
		assert.equal(restored.code, 0, restored.stderr);
		assert.match(restored.stdout, /^Restored .*Indexes and models are built at the next start\./);
		const copy = await serveRestored(dataDir);
		// The key works, so the secrets open.
		const api = createApi(copy.url, tenant.key);
		const ids = await listIds(api);
		const pairs = (ids.length - 2) / 2;
		assert(pairs >= pairsBefore && pairs <= written, `${pairs} pairs of ${written}`);
		const halves = ids.filter((id) => /^[ab]-/.test(id)).map((id) => id.slice(2));
		assert.deepEqual(
			new Set(halves.map(Number)),
			new Set(Array.from({ length: pairs }, (_, pair) => pair)),
			'pairs are whole and follow each other',
		);
		assert.equal(halves.length, 2 * pairs);
		assert.deepEqual((await api.call(toPath('items/odd'))).text, (await tenant.api.call(toPath('items/odd'))).text);
		assert.deepEqual(
			await searchAll(api, 2 * pairs),
			await searchAll(tenant.api, 2 * written),
			'the same answers, of the items from before',
		);
		// It goes on: numbers that the copy gives are new.
		assert.equal((await api.call(toPath('items/'), { method: 'POST', body: { id: 'later' } })).status, 201);
		await sendCart(copy.url, tenant);
		await waitFor(
			'the later item to be found',
			async () => (await api.call(`/6/${tenant.hashid}/_search?query=&rpp=1`)).json.total_found,
			(found) => found === ids.length + 1,
		);
		await copy.stop();
	});

	it('is open to its owner alone, and has no server key', async () => {
		const names = await readdir(backup, { recursive: true, withFileTypes: true });
		for (const entry of names) {
			const { mode } = await stat(join(entry.parentPath, entry.name));
			assert.equal(mode & 0o777, entry.isDirectory() ? 0o700 : 0o600, entry.name);
			assert.doesNotMatch(entry.name, /key$|-wal$|partial/);
		}
		const texts = await Promise.all(
			names.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
		);
		const { VITRINE_SECRET_KEY } = chosenStore().environment(toZoneHome(server.dataDir));
		const key = VITRINE_SECRET_KEY ?? (await readFile(join(server.dataDir, 'secret.key'), 'latin1')).trim();
		assert(!texts.some((text) => text.includes(key) || text.includes(tenant.key)), 'neither key is in it');
	});

	it('is not made over another one, nor where there is nothing to back up', async () => {
		const again = await runProgram(['backup', backup], server.dataDir);
		assert.deepEqual([again.code, again.stdout], [1, '']);
		assert.match(again.stderr, /is there already: name another directory/);
		const nothing = await runProgram(['backup', join(folder, 'nothing')], await makeEmptyStore('void'));
		assert.equal(nothing.code, 1);
		assert.match(nothing.stderr, /has no database|has no tables of this program/);
		assert(!existsSync(join(folder, 'nothing')) && !existsSync(join(folder, 'nothing.partial')));
	});

	it('that is killed leaves nothing of its name, or all of it', async () => {
		const name = join(folder, 'killed');
		const killed = startProgram(['backup', name], server.dataDir);
		await waitFor('the backup to begin', () => existsSync(`${name}.partial`) || killed.hasEnded(), Boolean);
		killed.kill();
		await killed.outcome;
		if (existsSync(name)) return;
		const partial = await runProgram(['restore', `${name}.partial`], await makeEmptyStore('from-partial'));
		assert.equal(partial.code, 1);
		assert.match(partial.stderr, /was not completed: it has no manifest\.json/);
		const again = await runProgram(['backup', name], server.dataDir);
		assert.match(again.stderr, /or one was killed, and the directory can be deleted/);
	});
});

describe('a restore', () => {
	it('is refused where there are data, which stay as they are', async () => {
		const dataDir = join(folder, 'restored');
		const { code, stderr } = await runProgram(['restore', backup], dataDir);
		assert.equal(code, 1);
		assert.match(stderr, /is not empty/);
		await using copy = await serveRestored(dataDir);
		assert((await listIds(createApi(copy.url, tenant.key))).includes('later'));
	});

	it('is refused with a word when the backup is damaged, not one, or of a newer version', async () => {
		const dataDir = await makeEmptyStore('refused');
		const files = await readdir(join(backup, 'eu1'));
		const data = join(backup, 'eu1', files.find((file) => /^(?:vitrine\.db|item\.jsonl)$/.test(file)) ?? assert.fail());
		const manifestFile = join(backup, 'manifest.json');
		const manifestText = await readFile(manifestFile, 'utf8');
		const manifest = parseManifest(manifestText, backup);
		const whole = await readFile(data);
		const flipped = Buffer.from(whole);
		flipped.writeUInt8((flipped.at(-7) ?? 0) ^ 1, flipped.length - 7);
		const newer = formatManifest({
			...manifest,
			zones: manifest.zones.map((zone) => ({ ...zone, schemaVersion: 999 })),
		});
		const fewer = formatManifest({
			...manifest,
			zones: manifest.zones.map((zone) => ({ ...zone, rows: { ...zone.rows, item: 1 } })),
		});
		const other = formatManifest({ ...manifest, store: manifest.store === 'sqlite' ? 'postgres' : 'sqlite' });
		const cases: readonly [RegExp, string, string | Buffer][] = [
			[/damaged: eu1\/.* is not what was written/, data, flipped],
			[/damaged: eu1\/.* is not what was written/, data, whole.subarray(0, -1)],
			[/the manifest of .* is damaged/, manifestFile, manifestText.replace(/"bytes": 1/, '"bytes": 2').slice(0, -9)],
			[/the manifest of .* is damaged/, manifestFile, manifestText.replace('"version": "', '"version": "9')],
			[/made by a newer version of the program/, manifestFile, manifestText.replace('"format": 1', '"format": 2')],
			[/schema version 999/, manifestFile, newer],
			[/does not have what the manifest says|item has \d+ rows/, manifestFile, fewer],
			[/the backup is of a (?:data directory|PostgreSQL database)/, manifestFile, other],
		];
		for (const [message, file, bytes] of cases) {
			const original = await readFile(file);
			await writeFile(file, bytes);
			const { code, stdout, stderr } = await runProgram(['restore', backup, '--json'], dataDir);
			await writeFile(file, original);
			assert.deepEqual([code, stdout], [1, ''], stderr);
			assert.match(JSON.parse(stderr).error.message, message);
		}
		await rename(data, `${data}.away`);
		const missing = await runProgram(['restore', backup], dataDir);
		await rename(`${data}.away`, data);
		assert.match(missing.stderr, /is damaged: eu1\/.* is missing/);
		assert.match((await runProgram(['restore', folder], dataDir)).stderr, /is no backup: it has no manifest\.json/);
		const left = (await readdir(dataDir, { recursive: true }).catch(() => [])).filter((name) => /db|state/.test(name));
		assert.deepEqual(left, [], 'nothing of it is left');
		assert.equal((await runProgram(['restore', backup], dataDir)).code, 0, 'it was still empty');
	});

	it('is refused when another server key is there', async () => {
		const dataDir = await makeEmptyStore('other-key');
		const manifestFile = join(backup, 'manifest.json');
		const text = await readFile(manifestFile, 'utf8');
		await writeFile(manifestFile, formatManifest({ ...parseManifest(text, backup), serverKey: 'f'.repeat(64) }));
		await mkdir(dataDir, { recursive: true });
		await writeFile(join(dataDir, 'secret.key'), `${'ab'.repeat(32)}\n`, { mode: 0o600 });
		const { code, stderr } = await runProgram(['restore', backup], dataDir);
		await writeFile(manifestFile, text);
		assert.equal(code, 1);
		assert.match(stderr, /was made with another server key: put that one there first/);
		assert.doesNotMatch(stderr, /ab{8}/);
	});

	it('that was killed keeps the server from starting with nothing, and can be done again', async () => {
		const dataDir = await makeEmptyStore('killed-restore');
		// What is there after the first file of a data directory; a database takes all or nothing.
		await mkdir(join(dataDir, 'eu1'), { recursive: true });
		await writeFile(join(dataDir, 'eu1', 'vitrine.db.restoring'), 'half');
		await writeFile(join(dataDir, 'eu1', 'vitrine.state'), 'closed');
		if (chosenStore().environment(dataDir).VITRINE_DATABASE_URL === undefined) {
			const refused = spawnServe({ dataDir });
			assert.equal(await refused.ended, 1);
			assert.match(refused.stderr(), /is gone, and .*vitrine\.state says that there was a database/);
		}
		const { code, stderr } = await runProgram(['restore', backup], dataDir);
		assert.equal(code, 0, stderr);
	});
});
