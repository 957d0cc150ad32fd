/** A database that is gone or damaged keeps the server from starting; what a kill leaves behind does not. */
import assert from 'node:assert/strict';
import { copyFile, cp, mkdir, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { guardDatabase } from '../../src/adapters/sqlite/database-guard.ts';
import { prepareDatabases, toDatabaseFile } from '../../src/main/topologies/embedded.ts';
import { createApi } from '../support/api.ts';
import { makeDataDir, spawnServe } from '../support/serve-process.ts';
import { startServer } from '../support/server.ts';
import { openTenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

const frameBytes = 24 + 4096;
const secretKey = 'ab'.repeat(32);
const operatorToken = 'operator-token-of-the-test-0123456789';

interface Left {
	readonly dataDir: string;
	readonly file: string;
	readonly key: string;
	readonly hashid: string;
}

/** A server with accounts and items, gone. */
async function end(how: 'stopped' | 'killed', environment = {}): Promise<Left> {
	const server = await startServer({
		arguments: ['--no-demo'],
		environment: { ...environment, VITRINE_OPERATOR_TOKEN: operatorToken },
	});
	const { key, hashid, api } = await openTenant(server.url, operatorToken);
	for (let id = 0; id < 5; id += 1) {
		const path = `/api/v2/search_engines/${hashid}/indices/product/items`;
		assert.equal((await api.call(path, { method: 'POST', body: { id: `kept-${id}`, title: 'Kept' } })).status, 201);
	}
	await waitFor(
		'the items in searches, whose index a stop saves',
		() => api.call(`/6/${hashid}/_search?query=kept`),
		({ json }) => json.total_found === 5,
	);
	if (how === 'stopped') await server.stop();
	else await server.kill();
	return { dataDir: server.dataDir, file: toDatabaseFile(server.dataDir, 'eu1'), key, hashid };
}

const ended = new Map<string, Promise<Left>>();

after(async () => {
	for (const left of ended.values()) await rm((await left).dataDir, { recursive: true });
});

/** A copy of what such a server has left. */
async function leave(how: 'stopped' | 'killed'): Promise<Left> {
	const first = ended.get(how) ?? end(how);
	ended.set(how, first);
	const dataDir = await makeDataDir();
	await cp((await first).dataDir, dataDir, { recursive: true, preserveTimestamps: true });
	return { ...(await first), dataDir, file: toDatabaseFile(dataDir, 'eu1') };
}

/** What the program does before anything else. */
async function assertUnprepared({ dataDir }: Left, message: RegExp): Promise<void> {
	const settings = { dataDir, zones: ['eu1'] as const, secretKey: undefined, isLossAccepted: false };
	await assert.rejects(prepareDatabases(settings), message);
}

async function assertRefused(left: Left, message: RegExp, environment = {}): Promise<void> {
	const { dataDir } = left;
	const refused = spawnServe({ dataDir, environment });
	const code = await refused.ended;
	assert.ok(code !== null && code > 0, `exit code ${code}: ${refused.stderr()}`);
	assert.match(refused.stderr(), message);
	assert.match(refused.stderr(), /restore a backup.*empty data directory.*--accept-lost-data/);
	assert.doesNotMatch(refused.stderr(), /\n\s+at /);
	assert.equal(refused.stdout(), '');
	// Nothing of what could be looked into was touched, so that it is refused again.
	if (Object.keys(environment).length === 0) await assertUnprepared(left, message);
}

async function assertWhole({ dataDir, key, hashid }: Left): Promise<void> {
	await using server = await startServer({ dataDir, arguments: ['--no-search'] });
	assert.equal(server.firstRun, undefined);
	const path = `/api/v2/search_engines/${hashid}/indices/product/items/kept-4`;
	assert.equal((await createApi(server.url, key).call(path)).status, 200);
}

async function flip(path: string, at: number): Promise<void> {
	await using file = await open(path, 'r+');
	const byte = Buffer.alloc(1);
	await file.read(byte, 0, 1, at);
	await file.write(Buffer.of((byte[0] ?? 0) ^ 0x55), 0, 1, at);
}

describe('a server does not start', () => {
	const faults: readonly [string, RegExp, (left: Left) => Promise<void>][] = [
		['a database that is gone', /vitrine\.db is gone/, ({ file }) => rm(file)],
		['a database that is empty', /vitrine\.db is empty/, ({ file }) => truncate(file, 0)],
		['a database that was cut off', /vitrine\.db was cut off/, ({ file }) => truncate(file, 16 * 4096)],
		[
			'a zone whose directory is gone',
			/secret\.key says that there was/,
			({ file }) => rm(join(file, '..'), { recursive: true }),
		],
	];
	for (const [what, message, spoil] of faults) {
		it(`with ${what}, after it was stopped`, async () => {
			const left = await leave('stopped');
			assert.deepEqual(
				(await readdir(join(left.file, '..'))).filter((name) => /-wal|-shm/.test(name)),
				[],
			);
			await spoil(left);
			if (what === 'a database that is gone') await assertRefused(left, message);
			else await assertUnprepared(left, message);
		});
	}

	it('unless the operator accepts the loss: then a new one is created', async () => {
		const left = await leave('stopped');
		await rm(left.file);
		await using empty = await startServer({ dataDir: left.dataDir, arguments: ['--no-search', '--accept-lost-data'] });
		assert.ok(empty.firstRun);
	});

	it('with a missing database, wherever the key came from', async () => {
		const environment = { VITRINE_SECRET_KEY: secretKey };
		const left = await end('stopped', environment);
		await rm(left.file);
		await rm(join(left.file, '..', 'search'), { recursive: true });
		await assertRefused(left, /vitrine\.db is gone.*vitrine\.state/, environment);
	});

	it('with a database that is gone, where an older version has left a search index', async () => {
		const left = await leave('stopped');
		await rm(left.file);
		await rm(join(left.file, '..', 'vitrine.state'));
		await assertUnprepared(left, /vitrine\.db is gone.*search/);
	});

	const damages: readonly [string, RegExp, (wal: string) => Promise<void>][] = [
		['has another header', /-wal has a damaged header/, (wal) => flip(wal, 5)],
		[
			'has a changed page in its middle',
			/-wal has \d+ of \d+ committed pages/,
			(wal) => flip(wal, 32 + 3 * frameBytes + 500),
		],
		[
			'has a changed last page',
			/-wal has \d+ of \d+ committed pages/,
			async (wal) => flip(wal, (await stat(wal)).size - 10),
		],
		[
			'was cut off',
			/-wal has \d+ of \d+ committed pages/,
			async (wal) => truncate(wal, (await stat(wal)).size - frameBytes),
		],
		['is empty', /-wal is gone, or empty/, (wal) => truncate(wal, 0)],
		['is gone', /-wal is gone, or empty/, (wal) => rm(wal)],
		[
			'was changed before -shm was deleted',
			/-wal is damaged at page \d+, and has commits behind it/,
			async (wal) => {
				await rm(wal.replace('-wal', '-shm'));
				await flip(wal, 32 + 3 * frameBytes + 500);
			},
		],
	];
	for (const [what, message, spoil] of damages) {
		it(`after a kill, with a log that ${what}`, async () => {
			const left = await leave('killed');
			await spoil(`${left.file}-wal`);
			const guarded = { file: left.file, derivedDirectories: [], isLossAccepted: false };
			assert.throws(() => guardDatabase(guarded), { name: 'DatabaseLostError', message });
			if (what === 'has a changed page in its middle') await assertRefused(left, message);
		});
	}
});

describe('a server starts', () => {
	it('after a kill, with everything that it acknowledged', async () => {
		await assertWhole(await leave('killed'));
	});

	it('after a kill in the middle of a transaction, whose half is at the end of the log', async () => {
		const left = await leave('killed');
		const wal = `${left.file}-wal`;
		// The frame of a commit that never came, half of its page not written.
		await using file = await open(wal, 'r+');
		const { size } = await file.stat();
		const last = Buffer.alloc(frameBytes / 2);
		await file.read(last, 0, last.length, 32);
		await file.write(last, 0, last.length, size - ((size - 32) % frameBytes));
		await file.close();
		await assertWhole(left);
	});

	it('from a copy of its database alone, in a new directory with the key', async () => {
		const left = await leave('stopped');
		const dataDir = await makeDataDir();
		const other = { ...left, dataDir, file: toDatabaseFile(dataDir, 'eu1') };
		await copyFile(join(left.dataDir, 'secret.key'), join(dataDir, 'secret.key'));
		await mkdir(join(dataDir, 'eu1'));
		await copyFile(left.file, other.file);
		await assertWhole(other);
		await rm(left.dataDir, { recursive: true });
	});

	it('with a further zone, and with what a first start has left that was killed before it had a key', async () => {
		const first = await startServer({ arguments: ['--no-demo', '--no-search'] });
		await first.stop();
		const { dataDir } = first;
		await using second = await startServer({ dataDir, arguments: ['--no-demo', '--no-search', '--zones', 'eu1,us1'] });
		assert.equal((await createApi(second.url).call('/health/ready')).status, 200);
		const early = await makeDataDir();
		await writeFile(join(early, 'vitrine.pid'), '1');
		await mkdir(join(early, 'eu1'));
		await writeFile(toDatabaseFile(early, 'eu1'), '');
		await using third = await startServer({ dataDir: early, arguments: ['--no-search'] });
		assert.ok(third.firstRun);
	});
});
