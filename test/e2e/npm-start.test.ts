/** `npm start` and signals: they stop the server, and no process is left when npm has ended. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lockDataDirectory } from '../../src/adapters/data-directory/lock-data-directory.ts';
import { readTable } from '../support/database-rows.ts';
import { isRunning, killLeft, type NpmProcess, npmSkip, spawnNpm } from '../support/npm-process.ts';
import { formatRequest, openConnection, type RawConnection, sendRaw } from '../support/raw-http.ts';
import { makeDataDir } from '../support/serve-process.ts';
import { chosenStore, toZoneHome } from '../support/store/test-store.ts';
import { openTenant } from '../support/tenant.ts';

const operatorToken = 'operator-token-of-the-npm-tests-0123456789';

interface Started {
	readonly npm: NpmProcess;
	readonly dataDir: string;
	readonly url: string;
	readonly key: string;
	readonly hashid: string;
	/** npm, and every process it started. */
	readonly pids: readonly number[];
}

async function start(): Promise<Started> {
	const dataDir = await makeDataDir();
	const words = ['--json', '--no-demo', '--no-search', '--port', '0', '--data-dir', dataDir];
	const npm = spawnNpm(['start', '--', ...words], {
		VITRINE_OPERATOR_TOKEN: operatorToken,
		...chosenStore().environment(toZoneHome(dataDir)),
	});
	// The line on standard output: the log has the same on standard error, and either may be read first.
	await npm.printed(/"event":"listening"/);
	const [, url = ''] = /"event":"listening","url":"([^"]+)"/.exec(npm.stdout()) ?? [];
	const { key, hashid } = await openTenant(url, operatorToken);
	const pids = npm.tree();
	assert.ok(pids.length > 1, 'npm has started something');
	return { npm, dataDir, url, key, hashid, pids };
}

/** A write of which the server has received the first half. */
async function sendHalf({ url, key, hashid }: Started): Promise<RawConnection> {
	const connection = await openConnection(url);
	const path = `/api/v2/search_engines/${hashid}/indices/product/items`;
	const headers = { Authorization: `Token ${key}`, 'Content-Length': '18' };
	await connection.send(formatRequest({ method: 'POST', path, headers, body: '{"id":"in-' }));
	// There is an answer on another connection, so the server has seen this one.
	await sendRaw(url, formatRequest({ method: 'GET', path: '/health/live' }));
	return connection;
}

async function finish(connection: RawConnection): Promise<void> {
	await connection.send('flight"}');
	const answer = await connection.answer();
	assert.deepEqual([answer.status, answer.json.id], [201, 'in-flight']);
	await connection.closed();
}

function assertNoneRuns(pids: readonly number[]): void {
	const left = pids.filter(isRunning);
	for (const pid of left) process.kill(pid, 'SIGKILL');
	assert.deepEqual(left, [], 'nothing of it runs any more');
}

async function assertGone({ npm, dataDir, pids }: Started): Promise<void> {
	const end = await npm.ended;
	assertNoneRuns(pids);
	assert.deepEqual(end, { code: 0, signal: null });
	// The lock is released, and acknowledged writes are there.
	lockDataDirectory(dataDir).release();
	const items = await readTable(dataDir, 'item');
	assert.ok(items.some(({ id }) => id === 'in-flight'));
	await rm(dataDir, { recursive: true });
}

const checkout = fileURLToPath(new URL('../../', import.meta.url));

describe('npm start', { skip: npmSkip }, () => {
	after(killLeft);

	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		it(`told to stop by ${signal} to npm answers what is under way and leaves no process and no lock`, async () => {
			const started = await start();
			const connection = await sendHalf(started);
			started.npm.child.kill(signal);
			await started.npm.printed(/"stopping"/);
			await finish(connection);
			await assertGone(started);
		});
	}

	it('takes Ctrl-C, which the terminal sends to every process and npm passes on besides, as one signal', async () => {
		const started = await start();
		const connection = await sendHalf(started);
		started.npm.signalGroup('SIGINT');
		await started.npm.printed(/"stopping"/);
		await finish(connection);
		await assertGone(started);
	});

	it('ends at once at the second signal', async () => {
		const started = await start();
		const { npm, pids, dataDir } = started;
		const connection = await sendHalf(started);
		npm.child.kill('SIGTERM');
		await npm.printed(/"stopping"/);
		const repeat = setInterval(() => npm.child.kill('SIGTERM'), 20);
		const { code, signal } = await npm.ended;
		clearInterval(repeat);
		connection.destroy();
		assertNoneRuns(pids);
		// A shell reports 143 for both: whether npm passes the code on or is killed by the next signal depends on timing.
		assert.ok(code === 143 || signal === 'SIGTERM', `code ${code}, signal ${signal}`);
		await rm(dataDir, { recursive: true });
	});

	it('gives the server flags of Node.js and limits of the allocator', {
		skip: process.platform !== 'linux' && 'not Linux',
	}, async () => {
		const { npm, pids, dataDir } = await start();
		const read = async (pid: number, file: string) => (await readFile(`/proc/${pid}/${file}`, 'utf8')).split('\0');
		const commands = await Promise.all(pids.map(async (pid) => ({ pid, words: await read(pid, 'cmdline') })));
		const server = commands.find(({ words }) => words.some((word) => word.endsWith('bin/vitrine.js')));
		assert.ok(server !== undefined);
		assert.ok(server.words.includes('--v8-pool-size=1'));
		const environment = await read(server.pid, 'environ');
		assert.deepEqual(environment.filter((line) => line.startsWith('MALLOC_')).sort(), [
			'MALLOC_MMAP_THRESHOLD_=4194304',
			'MALLOC_TRIM_THRESHOLD_=8388608',
		]);
		npm.child.kill('SIGTERM');
		await npm.ended;
		await rm(dataDir, { recursive: true });
	});

	it('says under an old Node what to do instead of a stack, in a checkout without development dependencies', async () => {
		const bin = await mkdtemp(join(tmpdir(), 'vitrine-old-node-'));
		const { scripts } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
		// Imitates the machine's own Node 20: it reports its version, and fails on flags that it does not know.
		const oldNode = `#!${process.execPath}
Object.defineProperty(process.versions, 'node', { value: '20.20.2' });
const words = process.argv.slice(2);
if (words.length !== 1) throw new Error('bad option: ' + words.join(' '));
await import(process.cwd() + '/' + words[0]);
`;
		await writeFile(join(bin, 'node'), oldNode, { mode: 0o700 });
		await writeFile(join(bin, 'package.json'), '{"type":"module"}');
		for (const name of ['start', 'vitrine']) {
			const { status, stderr } = spawnSync('/bin/sh', ['-c', scripts[name]], {
				cwd: checkout,
				env: { PATH: bin },
				encoding: 'utf8',
			});
			assert.equal(status, 1);
			assert.match(stderr, /^vitrine: this is Node 20\.20\.2, and Vitrine needs Node 24.*npm ci.*\n$/);
		}
		await rm(bin, { recursive: true });
	});
});
