/** What `npm start` prints for people: its commands work when they are pasted. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { makeDataDir, type ServeProcess, spawnServe, untilPrinted } from '../support/serve-process.ts';

const run = promisify(execFile);
const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'there is no curl';

async function paste(server: ServeProcess): Promise<unknown[]> {
	await untilPrinted(server, /is ready at/);
	const lines = server.stdout().match(/^ {2}curl .*$/gm) ?? [];
	const answers = await Promise.all(lines.map((line) => run('sh', ['-c', line])));
	return answers.map(({ stdout }) => JSON.parse(stdout));
}

describe('the three lines to try', { skip }, () => {
	it('search products, recommend some, and send an event', async () => {
		const server = spawnServe({ dataDir: await makeDataDir(), isText: true });
		const [search, recommended, event, ...others] = await paste(server);
		server.child.kill();
		const { results } = search as { readonly results?: readonly unknown[] };
		assert.equal(results?.length, 2, `${JSON.stringify(search)}\n${server.stderr()}`);
		assert.ok((recommended as { results: unknown[] }).results.length > 2);
		assert.deepEqual(event, { status: 'OK' });
		assert.deepEqual(others, []);
		await server.ended;
	});

	it('read products where search is switched off', async () => {
		const server = spawnServe({ dataDir: await makeDataDir(), isText: true, arguments: ['--no-search'] });
		const [count, page] = await paste(server);
		server.child.kill();
		assert.ok((count as { count: number }).count > 100);
		assert.equal((page as { items: unknown[] }).items.length, 2);
		await server.ended;
	});
});
