/** Whatever was answered as changed is in the record of changes, however the server ends. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi, type Json } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';

const roundCount = chooseLength(2, 20);
/** Changes of a round before the kill, at most. */
const changesMax = 40;

/** Renames a store until the server is gone. @returns the names that it has answered */
async function renameUntilKilled(
	server: TestServer,
	key: string,
	{ round, killAt }: { round: number; killAt: number },
): Promise<string[]> {
	const client = await signInWithKey(server.url, key);
	const { json } = await client.call('/stores', { method: 'POST', body: { name: 'first' } });
	const answered: string[] = [];
	const rename = async (name: string) => {
		const { status } = await client.call(`/stores/${json.id}`, { method: 'PATCH', body: { name } });
		if (status === 200) answered.push(name);
	};
	let killed: Promise<void> | undefined;
	for (let number = 0; number < changesMax && killed === undefined; number += 1) {
		const renaming = Promise.all([rename(`${round}.${number} a`), rename(`${round}.${number} b`)]);
		if (number === killAt) killed = server.kill();
		await renaming.catch(() => undefined);
	}
	await killed;
	return answered;
}

test(`${roundCount} kills lose no change that was answered`, async (context) => {
	const random = createSeededRandom(chooseSeed(context));
	let server = await startServer();
	const { dataDir, firstRun } = server;
	try {
		assert(firstRun);
		for (let round = 0; round < roundCount; round += 1) {
			const answered = await renameUntilKilled(server, firstRun.key, {
				round,
				killAt: random.integer(0, changesMax - 1),
			});
			server = await startServer({ dataDir });
			const api = createApi(server.url, firstRun.key);
			const { json } = await api.call('/api/admin/v1/changes?area=shop&rpp=100');
			const numbers = json.changes.map(({ number }: Json) => number);
			assert.deepEqual(
				numbers,
				numbers.toSorted((a: number, b: number) => b - a),
			);
			const recorded = new Set(json.changes.map(({ sent }: Json) => JSON.parse(sent).name));
			for (const name of answered) assert.ok(recorded.has(name), `the change to ${name}`);
		}
	} finally {
		await server[Symbol.asyncDispose]();
	}
});
