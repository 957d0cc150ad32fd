/** Many callers want the same thing at once. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { type Answer, type Api, createApi } from '../support/api.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { readMarkers } from '../support/crash/item-reading.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let api: Api;

before(async () => {
	server = await startServer();
	api = createApi(server.url, server.firstRun?.key);
});
after(() => server[Symbol.asyncDispose]());

/** The path of a new, empty index in an engine of its own. */
async function createIndex(): Promise<string> {
	const { json } = await expectStatus(api, 201, '/api/v2/search_engines', { method: 'POST', body: { name: 'Race' } });
	const engine = `/api/v2/search_engines/${json.hashid}`;
	await expectStatus(api, 201, `${engine}/indices`, { method: 'POST', body: { name: 'product', preset: 'generic' } });
	return `${engine}/indices/product`;
}

function race(count: number, call: (number: number) => Promise<Answer>): Promise<Answer[]> {
	return Promise.all(Array.from({ length: count }, (_, number) => call(number)));
}

/** How often each outcome occurred, as `status code`. */
function tally(answers: readonly Answer[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const { status, json } of answers) {
		const outcome = [status, json?.error?.code].join(' ').trim();
		counts[outcome] = (counts[outcome] ?? 0) + 1;
	}
	return counts;
}

test('of 50 racing creates of one temporary index exactly one gets it', async () => {
	for (let round = 0; round < 5; round += 1) {
		const index = await createIndex();
		const answers = await race(50, () => api.call(`${index}/temp/`, { method: 'POST', body: [] }));
		assert.deepEqual(tally(answers), { 201: 1, '409 too_many_temporary': 49 });
	}
});

test('of racing creates of one index exactly one gets it, whatever their bodies say', async () => {
	const engine = (await createIndex()).replace('/indices/product', '');
	const answers = await race(20, (number) => {
		const body = { name: 'other', preset: 'generic', options: { number } };
		return api.call(`${engine}/indices`, { method: 'POST', body });
	});
	assert.deepEqual(tally(answers), { 201: 1, '409 index_exists': 19 });
	const winner = answers.find(({ status }) => status === 201);
	assert.deepEqual((await api.call(`${engine}/indices/other`)).json, winner?.json);
});

test('a temporary index is used up once, by one of many racing replaces and deletes', async () => {
	for (let round = 0; round < 5; round += 1) {
		const index = await createIndex();
		await expectStatus(api, 201, `${index}/items`, { method: 'POST', body: { id: 'old' } });
		await expectStatus(api, 201, `${index}/temp`, { method: 'POST' });
		await expectStatus(api, 201, `${index}/temp/items`, { method: 'POST', body: { id: 'new' } });
		const answers = await race(20, (number) =>
			number % 2 === round % 2
				? api.call(`${index}/_replace_by_temp`, { method: 'POST', body: [] })
				: api.call(`${index}/temp`, { method: 'DELETE' }),
		);
		const { '404 not_found': lostCount, ...won } = tally(answers);
		assert.equal(lostCount, 19);
		const isReplaced = won['200'] === 1;
		assert.deepEqual(won, isReplaced ? { 200: 1 } : { 204: 1 });
		const { json } = await expectStatus(api, 200, `${index}/items`);
		assert.deepEqual(json.items, [{ id: isReplaced ? 'new' : 'old' }]);
		const engine = await expectStatus(api, 200, index.replace('/indices/product', ''));
		assert.equal(engine.json.locked, false);
	}
});

test('racing deletes of one engine: one deletes it, the others find nothing', async () => {
	const engine = (await createIndex()).replace('/indices/product', '');
	const answers = await race(20, () => api.call(engine, { method: 'DELETE' }));
	assert.deepEqual(tally(answers), { 204: 1, '404 not_found': 19 });
});

type Outcome = 'acknowledged' | 'refused';

/** Writes live items until that is refused, two at a time or one. @returns the outcome for each id. */
async function writeUntilLocked(index: string, caller: number, onWritten: () => void): Promise<Map<string, Outcome>> {
	const outcomes = new Map<string, Outcome>();
	const isBulk = caller % 2 === 0;
	for (let round = 0; ; round += 1) {
		const ids = isBulk ? [`${caller} ${round}`, `${caller} ${round} twin`] : [`${caller} ${round}`];
		const items = ids.map((id) => ({ id, marker: 'm' }));
		const path = isBulk ? `${index}/items/_bulk` : `${index}/items`;
		const answer = await api.call(path, { method: 'POST', body: isBulk ? items : items[0] });
		const isRefused = answer.status === 409;
		for (const id of ids) outcomes.set(id, isRefused ? 'refused' : 'acknowledged');
		assert.deepEqual(tally([answer]), { [isRefused ? '409 searchengine_locked' : isBulk ? '200' : '201']: 1 });
		if (isRefused) return outcomes;
		onWritten();
	}
}

test('a live write that races the lock is acknowledged and there, or refused and not there', async () => {
	for (let round = 0; round < 10; round += 1) {
		const index = await createIndex();
		let writtenCount = 0;
		let lock: Promise<Answer> | undefined;
		const callers = [0, 1, 2, 3, 4, 5, 6, 7].map((caller) =>
			writeUntilLocked(index, caller, () => {
				writtenCount += 1;
				if (writtenCount === 20 + round) lock = api.call(`${index}/temp`, { method: 'POST' });
			}),
		);
		const outcomes = (await Promise.all(callers)).flatMap((own) => [...own]);
		assert.equal((await lock)?.status, 201);
		for (const [id, outcome] of outcomes) {
			const [marker] = await readMarkers(api, `${index}/items`, [id]);
			assert.equal(marker, outcome === 'refused' ? undefined : 'm', `${id} was ${outcome}`);
		}
	}
});

test('no write is acknowledged that was sent after the lock was', async () => {
	const index = await createIndex();
	await expectStatus(api, 201, `${index}/items`, { method: 'POST', body: { id: 'before' } });
	const late: Promise<Answer>[] = [];
	await race(10, async (number) => {
		const answer = await api.call(`${index}/temp`, { method: 'POST' });
		late.push(api.call(`${index}/items`, { method: 'POST', body: { id: `late ${number}` } }));
		return answer;
	});
	assert.deepEqual(tally(await Promise.all(late)), { '409 searchengine_locked': 10 });
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 1);
});

/** Sends the head of a request now, and its body when the returned function is called. */
async function startSlowly(path: string, method: string): Promise<(body: unknown) => Promise<Answer['status']>> {
	const headers = {
		authorization: `Token ${server.firstRun?.key}`,
		'content-type': 'application/json',
		'transfer-encoding': 'chunked',
	};
	const slow = request(server.url + path, { method, headers });
	const answered = once(slow, 'response');
	slow.flushHeaders();
	// A later request was answered, so the head has been read, and the checks before the body are done.
	await expectStatus(api, 200, '/health/live');
	return async (body) => {
		slow.end(JSON.stringify(body));
		const [response] = await answered;
		response.resume();
		await once(response, 'end');
		return response.statusCode;
	};
}

test('a live write that was admitted before the lock and completes after it is refused', async () => {
	const index = await createIndex();
	await expectStatus(api, 201, `${index}/items`, { method: 'POST', body: { id: 'kept', marker: 'm' } });
	const single = await startSlowly(`${index}/items`, 'POST');
	const bulk = await startSlowly(`${index}/items/_bulk`, 'POST');
	const patch = await startSlowly(`${index}/items/kept`, 'PATCH');
	const bulkDelete = await startSlowly(`${index}/items/_bulk`, 'DELETE');
	const newIndex = await startSlowly(`${index.replace('/product', '')}`, 'POST');
	await expectStatus(api, 201, `${index}/temp`, { method: 'POST' });
	assert.equal(await single({ id: 'late' }), 409);
	assert.equal(await bulk([{ id: 'late' }]), 409);
	assert.equal(await patch({ marker: 'late' }), 409);
	assert.equal(await bulkDelete([{ id: 'kept' }]), 409);
	assert.equal(await newIndex({ name: 'late', preset: 'generic' }), 409);
	assert.deepEqual(await readMarkers(api, `${index}/items`, ['kept', 'late']), ['m', undefined]);
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 1);
});

test('writes of one item by many: one creates it, each answer is a whole write, and the last one stays', async () => {
	const index = await createIndex();
	const answers = await race(50, (number) =>
		api.call(`${index}/items/_bulk`, { method: 'POST', body: [{ id: 'same', number, again: number }] }),
	);
	const results = answers.map(({ json }) => json.results[0].result).sort();
	assert.deepEqual([results[0], new Set(results.slice(1))], ['created', new Set(['updated'])]);
	const { json } = await expectStatus(api, 200, `${index}/items/same`);
	assert.equal(json.number, json.again);
	assert.equal((await api.call(`${index}/items/_count`)).json.count, 1);
	const patches = await race(50, (number) =>
		api.call(`${index}/items/same`, { method: 'PATCH', body: { [`field ${number}`]: number } }),
	);
	assert.deepEqual(tally(patches), { 200: 50 });
	const patched = await expectStatus(api, 200, `${index}/items/same`);
	assert.equal(Object.keys(patched.json).length, 3 + 50, 'no patch took another one back');
});

test('of racing deletes of one item one deletes it', async () => {
	const index = await createIndex();
	await expectStatus(api, 201, `${index}/items`, { method: 'POST', body: { id: 'same' } });
	const answers = await race(30, () => api.call(`${index}/items/same`, { method: 'DELETE' }));
	assert.deepEqual(tally(answers), { 204: 1, '404 not_found': 29 });
});

test('no request that is sent after the revocation of its key was answered succeeds', async () => {
	const index = await createIndex();
	const keys = `/api/admin/v1/users/${server.firstRun?.user_code}/keys`;
	for (let round = 0; round < 10; round += 1) {
		const { json: issued } = await expectStatus(api, 201, keys, { method: 'POST', body: { name: 'Short-lived' } });
		const holder = createApi(server.url, issued.key);
		let isRevoked = false;
		let answerCount = 0;

		/** Uses the key until a request was answered that was sent after the revocation was known. */
		async function use(caller: number): Promise<void> {
			for (let pass = 0; ; pass += 1) {
				const wasRevoked = isRevoked;
				const body = { id: `round ${round} caller ${caller} turn ${pass}` };
				const { status } = await (pass % 2 === 0
					? holder.call(`${index}/items`, { method: 'POST', body })
					: holder.call(`${index}/items/_count`));
				if (wasRevoked) return assert.equal(status, 401, 'sent after the revocation was answered');
				assert.ok([200, 201, 401].includes(status), `${status}`);
				answerCount += 1;
				if (answerCount === 40) await revoke();
			}
		}

		async function revoke(): Promise<void> {
			await expectStatus(api, 204, `/api/admin/v1/keys/${issued.id}`, { method: 'DELETE' });
			isRevoked = true;
		}

		await Promise.all([0, 1, 2, 3, 4, 5].map(use));
	}
});
