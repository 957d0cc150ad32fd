import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { chooseThreadCount } from './listen.ts';

const host = '127.0.0.1';

function createLog() {
	const lines: string[] = [];
	return { lines, warn: (_: object, text: string) => void lines.push(text) };
}

test('a system that does not share ports gets one thread, and the log says why', async () => {
	const log = createLog();
	assert.equal(await chooseThreadCount({ httpThreads: 4, host, port: 0 }, log as never, async () => false), 1);
	assert.match(log.lines.join(), /does not let several sockets share a port/);
});

test('this system says for itself whether it shares ports', async () => {
	const count = await chooseThreadCount({ httpThreads: 4, host, port: 0 }, createLog() as never);
	assert.equal(count, process.platform === 'linux' ? 4 : count);
});

test('a port that another process shares is taken; with one thread, only listening finds that out', async () => {
	const other = createServer().listen({ host, port: 0, reusePort: process.platform === 'linux' });
	await once(other, 'listening');
	const { port } = other.address() as { port: number };
	await assert.rejects(chooseThreadCount({ httpThreads: 2, host, port }, createLog() as never), { code: 'EADDRINUSE' });
	assert.equal(await chooseThreadCount({ httpThreads: 1, host, port }, createLog() as never), 1);
	other.close();
});
