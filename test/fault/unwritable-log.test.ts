/** A server whose log cannot be written goes on, ends when it is told to, and says what is missing when it can. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createApi } from '../support/api.ts';
import { program } from '../support/program.ts';
import { readMetrics } from '../support/read-metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { waitFor } from '../support/wait-for.ts';

/** Starts the program with a file as its standard error. */
function startWithLog(path: string): Promise<TestServer> {
	const launcher = ['sh', '-c', 'exec "$@" 2>>"$0"', path];
	return startServer({ launcher, environment: { VITRINE_LOG_LEVEL: 'debug' } });
}

async function readLostCount(server: TestServer): Promise<number> {
	return Number(/^vitrine_log_lines_lost_total (\d+)$/m.exec(await readMetrics(server))?.[1]);
}

async function callSome(server: TestServer): Promise<void> {
	const api = createApi(server.url);
	for (const [path, status] of [
		['/nowhere', 404],
		['/health/live', 200],
		['/health/ready', 200],
	] as const)
		assert.equal((await api.call(path)).status, status, path);
}

const noFullDevice = existsSync('/dev/full') ? false : 'this system has no device that is always full';

test('a log on a full device is lost, and the server serves and stops', { skip: noFullDevice }, async () => {
	await using server = await startWithLog('/dev/full');
	await callSome(server);
	assert.ok((await waitFor('lost lines', () => readLostCount(server))) > 0);
	await callSome(server);
	assert.equal(await server.stop(), 0);
});

test('a log whose reader has ended is lost, and the server serves and stops', async () => {
	await using server = await startServer({ environment: { VITRINE_LOG_LEVEL: 'debug' } });
	server.process.stderr?.destroy();
	await callSome(server);
	assert.ok((await waitFor('lost lines', () => readLostCount(server))) > 0);
	await callSome(server);
	assert.equal(await server.stop(), 0);
});

test('a log on a full disk goes on once there is room, with the number of lines that were lost', async (context) => {
	const disk = await mountSmallDisk(2);
	if (typeof disk === 'string') return context.skip(disk);
	await using _unmounted = disk;
	disk.fill();
	const path = `${disk.directory}/log`;
	await using server = await startWithLog(path);
	await callSome(server);
	await waitFor('lost lines', () => readLostCount(server));
	disk.makeRoom();
	const line = await waitFor('a line about the lost ones', async () => {
		await callSome(server);
		return readFileSync(path, 'utf8')
			.split('\n')
			.find((text) => text.includes('could not be written and are lost'));
	});
	assert.ok(JSON.parse(line ?? '').lineCount > 0, line);
	assert.equal(await server.stop(), 0);
	assert.match(readFileSync(path, 'utf8'), /"stopping"\}\n/, 'what came last is there');
});

test('a command says that its output cannot be written; without its messages it does what it does', {
	skip: noFullDevice,
}, () => {
	const full = openSync('/dev/full', 'w');
	const words = ['--disable-warning=ExperimentalWarning', program];
	const silent = spawnSync(process.execPath, [...words, 'version'], {
		stdio: ['ignore', full, 'pipe'],
		encoding: 'utf8',
	});
	assert.equal(silent.status, 1);
	assert.match(silent.stderr, /^vitrine: standard output cannot be written: ENOSPC[^\n]*\n$/);
	const misused = spawnSync(process.execPath, [...words, 'nothing'], { stdio: ['ignore', 'pipe', full] });
	assert.equal(misused.status, 2);
	closeSync(full);
});

test('a path in the log has 256 characters at most', async () => {
	await using server = await startServer({ environment: { VITRINE_LOG_LEVEL: 'info' } });
	assert.equal((await createApi(server.url).call(`/${'x'.repeat(10_000)}`)).status, 404);
	await waitFor('the line', () => server.log().includes(`"path":"/${'x'.repeat(255)}…"`));
});
