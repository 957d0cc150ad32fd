/** The add-to-cart operation: every field, limit and rule of the interface, and that `OK` means on disk. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Answer, createApi, type Json } from '../support/api.ts';
import { readTable } from '../support/database-rows.ts';
import { formatRequest, sendRaw } from '../support/raw-http.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { openTenant, type Tenant, toItemKey } from '../support/tenant.ts';

const operatorToken = 'operator-token-of-the-cart-tests-0123456789';

let server: TestServer;
let tenant: Tenant;

before(async () => {
	const environment = { VITRINE_OPERATOR_TOKEN: operatorToken, VITRINE_TRUSTED_PROXIES: '127.0.0.1' };
	server = await startServer({ arguments: ['--no-demo', '--no-search'], environment });
	tenant = await openTenant(server.url, operatorToken);
});
after(() => server[Symbol.asyncDispose]());

const makeEvent = (more: object = {}) => ({
	session_id: 'session',
	dfid: tenant.dfid,
	title: 'Boots',
	price: 9.5,
	...more,
});

function addToCart(body: unknown, headers: Record<string, string> = {}, widgetId = tenant.widgetId): Promise<Answer> {
	return createApi(server.url).call(`/api/widget/${widgetId}/cart`, { method: 'POST', body, headers });
}

const countEvents = async () => (await readTable(server.dataDir, 'event')).length;

async function readDetails(body: unknown): Promise<Json> {
	const count = await countEvents();
	const { status, json, text } = await addToCart(body);
	assert.equal(status, 400, text);
	assert.deepEqual(Object.keys(json), ['error', 'details']);
	assert.equal(await countEvents(), count, 'a refused event is not recorded');
	return json.details;
}

describe('the fields of an event', () => {
	it('are recorded as they were sent, an amount left out as 1', async () => {
		const event = makeEvent({ session_id: 's'.repeat(32), title: 'Böts 👟', price: 12.75, more: { unknown: [1] } });
		assert.deepEqual((await addToCart(event)).json, { status: 'OK' });
		assert.deepEqual((await addToCart({ ...event, amount: 3 })).json, { status: 'OK' });
		const [first, second] = (await readTable(server.dataDir, 'event')).slice(-2);
		const {
			session_id: sessionId,
			hashid,
			index_name: indexName,
			store_id: storeId,
			widget_id: widgetId,
			payload,
		} = first ?? {};
		assert.deepEqual(
			[sessionId, hashid, indexName, storeId, widgetId],
			[event.session_id, tenant.hashid, 'product', tenant.storeId, tenant.widgetId],
		);
		assert.deepEqual(JSON.parse(String(payload)), { title: 'Böts 👟', amount: 1, price: 12.75 });
		assert.equal(JSON.parse(String(second?.payload)).amount, 3);
	});

	const accepted: Readonly<Record<string, object>> = {
		'a session of one character': { session_id: 'x' },
		'a session of 32 characters that are more than 32 bytes': { session_id: '👟'.repeat(32) },
		'a price of nothing': { price: 0 },
		'a whole price': { price: 10 },
		'a price with many digits': { price: 19.999999999 },
		'an amount written with a fraction of zero': { amount: 2.0 },
		'an empty title': { title: '' },
	};
	for (const [what, more] of Object.entries(accepted)) {
		it(`may be ${what}`, async () => assert.deepEqual((await addToCart(makeEvent(more))).json, { status: 'OK' }));
	}

	const refused: readonly (readonly [object, Json])[] = [
		[{ session_id: 's'.repeat(33) }, { session_id: ['length must be less than or equal to 32'] }],
		[{ session_id: 7 }, { session_id: ['must be a string'] }],
		[{ session_id: null }, { session_id: ['must be a string'] }],
		[{ title: ['Boots'] }, { title: ['must be a string'] }],
		[{ amount: 0 }, { amount: ['must be greater than or equal to 1'] }],
		[{ amount: -1 }, { amount: ['must be greater than or equal to 1'] }],
		[{ amount: 1.5 }, { amount: ['must be an integer'] }],
		[{ amount: '1' }, { amount: ['must be an integer'] }],
		[{ amount: null }, { amount: ['must be an integer'] }],
		[{ amount: true }, { amount: ['must be an integer'] }],
		[{ price: -0.01 }, { price: ['must be greater than or equal to 0'] }],
		[{ price: '9.5' }, { price: ['must be a number'] }],
		[{ price: null }, { price: ['must be a number'] }],
		[{ dfid: 7 }, { dfid: ['must be a string'] }],
	];
	for (const [more, details] of refused) {
		it(`may not be ${JSON.stringify(more)}`, async () => assert.deepEqual(await readDetails(makeEvent(more)), details));
	}

	it('are all four required, and all faults are named at once', async () => {
		const required = {
			session_id: ['is required'],
			dfid: ['is required'],
			title: ['is required'],
			price: ['is required'],
		};
		for (const body of [{}, [], '', '{}', { unknown: 1 }]) assert.deepEqual(await readDetails(body), required);
		const all = await readDetails({ session_id: 's'.repeat(33), dfid: 'nonsense', amount: 0, price: 'x' });
		assert.deepEqual(Object.keys(all).sort(), ['amount', 'dfid', 'price', 'session_id', 'title']);
		for (const reasons of Object.values(all)) assert.equal((reasons as string[]).length, 1);
	});

	it('do not name an item by anything but a dfid', async () => {
		const key = toItemKey(tenant.itemId);
		const { hashid } = tenant;
		const malformed = [
			'',
			'42',
			key,
			`${hashid}@product`,
			`${hashid}@product@${tenant.itemId}`,
			`${hashid}@Product@${key}`,
		];
		malformed.push(`${hashid.toUpperCase()}@product@${key}`, ` ${tenant.dfid}`, `${tenant.dfid}\n`, `${tenant.dfid}@x`);
		for (const dfid of malformed) assert.deepEqual(Object.keys(await readDetails(makeEvent({ dfid }))), ['dfid'], dfid);
	});

	it('are an object in JSON', async () => {
		for (const body of ['null', '7', '"x"', '[1]', '{"title":', 'title=x']) {
			assert.deepEqual(Object.keys(await readDetails(body)), ['body'], body);
		}
	});
});

describe('an event that is well formed and cannot be recorded', () => {
	async function assertNotRecorded(dfid: string): Promise<void> {
		const count = await countEvents();
		const { status, json } = await addToCart(makeEvent({ dfid }));
		assert.deepEqual([status, json], [200, { status: 'ERROR' }]);
		assert.equal(await countEvents(), count);
	}

	it('names an item that is not there, or no longer', async () => {
		const { hashid } = tenant;
		const key = toItemKey(tenant.itemId);
		for (const dfid of [
			`${hashid}@product@${toItemKey('none')}`,
			`${hashid}@other@${key}`,
			`${'0'.repeat(32)}@product@${key}`,
		]) {
			await assertNotRecorded(dfid);
		}
		const items = `/api/v2/search_engines/${hashid}/indices/product/items`;
		await tenant.api.call(items, { method: 'POST', body: { id: 'short-lived' } });
		const dfid = `${hashid}@product@${toItemKey('short-lived')}`;
		assert.deepEqual((await addToCart(makeEvent({ dfid }))).json, { status: 'OK' });
		await tenant.api.call(`${items}/short-lived`, { method: 'DELETE' });
		await assertNotRecorded(dfid);
	});

	it('names an item of a search engine of another store, or of none', async () => {
		const stranger = await openTenant(server.url, operatorToken);
		await assertNotRecorded(stranger.dfid);
		const engine = `/api/v2/search_engines/${stranger.hashid}`;
		const own = (dfid: string) => addToCart(makeEvent({ dfid }), {}, stranger.widgetId);
		assert.deepEqual((await own(stranger.dfid)).json, { status: 'OK' });
		assert.equal((await stranger.api.call(engine, { method: 'PATCH', body: { store_id: null } })).status, 200);
		assert.deepEqual((await own(stranger.dfid)).json, { status: 'ERROR' });
		const store = await stranger.api.call('/api/admin/v1/stores', { method: 'POST', body: { name: 'second' } });
		await stranger.api.call(engine, { method: 'PATCH', body: { store_id: store.json.id } });
		assert.deepEqual((await own(stranger.dfid)).json, { status: 'ERROR' });
		await stranger.api.call(engine, { method: 'DELETE' });
		assert.deepEqual((await own(stranger.dfid)).json, { status: 'ERROR' });
	});

	it('names an item that is only in the temporary index', async () => {
		const items = `/api/v2/search_engines/${tenant.lockedHashid}/indices/product/temp/items`;
		await tenant.api.call(items, { method: 'POST', body: { id: 'not yet' } });
		await assertNotRecorded(`${tenant.lockedHashid}@product@${toItemKey('not yet')}`);
	});
});

describe('the widget', () => {
	it('is named by a UUID, in either case', async () => {
		assert.deepEqual((await addToCart(makeEvent(), {}, tenant.widgetId.toUpperCase())).json, { status: 'OK' });
		for (const id of ['x', '1', tenant.widgetId.slice(1), `${tenant.widgetId}0`, `%7B${tenant.widgetId}%7D`]) {
			const { status, json } = await addToCart(makeEvent(), {}, id);
			assert.deepEqual([status, Object.keys(json.details)], [400, ['widget_id']], id);
		}
	});

	it('that does not exist is named in the answer', async () => {
		const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
		const { status, json } = await addToCart(makeEvent(), {}, id);
		assert.deepEqual([status, json], [404, { error: 'Not found', resource: 'Widget', resource_id: id }]);
	});

	it('is gone the moment it or its store is deleted', async () => {
		for (const kind of ['widgets', 'stores'] as const) {
			const { api, widgetId, storeId } = await openTenant(server.url, operatorToken);
			assert.equal((await addToCart({}, {}, widgetId)).status, 400, 'it is there');
			await api.call(`/api/admin/v1/${kind}/${kind === 'widgets' ? widgetId : storeId}`, { method: 'DELETE' });
			assert.equal((await addToCart({}, {}, widgetId)).status, 404, kind);
		}
	});

	it('is the only credential: Authorization is ignored', async () => {
		for (const authorization of [
			`Token ${tenant.key}`,
			`Token ${tenant.revokedKey}`,
			'Bearer x.y.z',
			'Basic Og==',
			'',
		]) {
			assert.deepEqual((await addToCart(makeEvent(), { authorization })).json, { status: 'OK' }, authorization);
		}
	});
});

it('is answered with OK only when it is on disk', async () => {
	const environment = { VITRINE_OPERATOR_TOKEN: operatorToken };
	const first = await startServer({ arguments: ['--no-demo', '--no-search'], environment });
	const { widgetId, dfid } = await openTenant(first.url, operatorToken);
	const acknowledged: string[] = [];
	// Many at once, and no pause between the last answer and the end of the process.
	await Promise.all(
		Array.from({ length: 60 }, async (_, index) => {
			const body = JSON.stringify(makeEvent({ session_id: `s${index}`, dfid }));
			const answer = await sendRaw(
				first.url,
				formatRequest({ method: 'POST', path: `/api/widget/${widgetId}/cart`, body }),
			);
			if (answer.json.status === 'OK') acknowledged.push(`s${index}`);
			if (acknowledged.length === 40) first.process.kill('SIGKILL');
		}),
	).catch(() => 'those that were not answered yet are cut off');
	await first.kill();
	assert.ok(acknowledged.length >= 40);
	await using again = await startServer({
		arguments: ['--no-demo', '--no-search'],
		environment,
		dataDir: first.dataDir,
	});
	const recorded = (await readTable(again.dataDir, 'event')).map((row) => row.session_id);
	for (const session of acknowledged) assert.ok(recorded.includes(session), `${session} was acknowledged and is lost`);
	assert.equal(new Set(recorded).size, recorded.length, 'none is there twice');
	const { json } = await createApi(again.url).call(`/api/widget/${widgetId}/cart`, {
		method: 'POST',
		body: makeEvent({ dfid }),
	});
	assert.deepEqual(json, { status: 'OK' });
});
