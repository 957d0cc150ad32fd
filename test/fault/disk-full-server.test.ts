/** The whole server on a full disk: it reports that, keeps reading, loses nothing, and recovers by itself. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { formatDfid, toItemKey } from '../../src/domain/item/dfid.ts';
import { type Answer, type Api, createApi } from '../support/api.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { blockIds, readBlock, scrollAll } from '../support/crash/item-reading.ts';
import { checkDatabase, inspectDatabase, replayLog } from '../support/database-checks.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { chooseLength } from '../support/test-length.ts';

const cycleCount = chooseLength(2, 20);
const diskMegabytes = 32;
/** Room in blocks that are already allocated is used up after at most this many writes. */
const writesMax = 2000;

/** Runs `work` on a small disk; skips the test if none can be mounted. */
async function onSmallDisk(context: TestContext, work: (disk: SmallDisk) => Promise<void>): Promise<void> {
	const disk = await mountSmallDisk(diskMegabytes);
	if (typeof disk === 'string') return context.skip(disk);
	try {
		await work(disk);
	} finally {
		await disk[Symbol.asyncDispose]();
	}
}

/** Checks the answer of a write that the disk had no room for. */
function assertNoRoom({ status, json, text, headers }: Answer): void {
	assert.equal(status, 503, text);
	assert.deepEqual(Object.keys(json), ['error']);
	assert.deepEqual(Object.keys(json.error), ['code', 'message']);
	assert.equal(json.error.code, 'internal_error');
	assert.match(json.error.message, /cannot reach its data at the moment; nothing was changed/);
	assert.match(headers.get('retry-after') ?? '', /^\d+$/);
	assert.ok(headers.get('x-request-id'));
	assert.doesNotMatch(text, /sqlite|SQL|vitrine-disk|ENOSPC|\.ts/i);
}

/** Repeats a write until there is no room for it; passes earlier answers to `onDone`. */
async function writeUntilFull(
	write: (round: number) => Promise<Answer>,
	onDone: (answer: Answer, round: number) => void,
) {
	for (let round = 0; round < writesMax; round += 1) {
		const answer = await write(round);
		if (answer.status >= 400) return assertNoRoom(answer);
		onDone(answer, round);
	}
	assert.fail(`the disk took ${writesMax} writes`);
}

interface Shop {
	readonly server: TestServer;
	readonly api: Api;
	readonly engine: string;
	readonly index: string;
	/** Acknowledged writes: the marker of each block. */
	readonly blocks: Map<string, string>;
	readonly singles: Map<string, string>;
}

async function openShop(server: TestServer): Promise<Shop> {
	const api = createApi(server.url, server.firstRun?.key);
	const { json } = await expectStatus(api, 201, '/api/v2/search_engines', { method: 'POST', body: { name: 'Full' } });
	const engine = `/api/v2/search_engines/${json.hashid}`;
	await expectStatus(api, 201, `${engine}/indices`, { method: 'POST', body: { name: 'product', preset: 'generic' } });
	const index = `${engine}/indices/product`;
	const shop = { server, api, engine, index, blocks: new Map<string, string>(), singles: new Map<string, string>() };
	assert.equal((await writeBlock(shop, 'block0', 'first')).status, 200);
	shop.blocks.set('block0', 'first');
	await expectStatus(api, 201, `${index}/items`, { method: 'POST', body: { id: 'single0', marker: 'first' } });
	shop.singles.set('single0', 'first');
	return shop;
}

function writeBlock({ api, index }: Shop, name: string, marker: string): Promise<Answer> {
	const body = blockIds(name).map((id) => ({ id, marker, padding: 'p'.repeat(500) }));
	return api.call(`${index}/items/_bulk`, { method: 'POST', body });
}

/** Uses up all room: for large writes, then for small ones, then for the smallest. */
async function fillUp(shop: Shop, disk: SmallDisk, cycle: number): Promise<void> {
	const { api, index, blocks, singles } = shop;
	disk.fill();
	const nameOf = (round: number) => `block${round % 5}`;
	await writeUntilFull(
		(round) => writeBlock(shop, nameOf(round), `c${cycle} t${round}`),
		(_, round) => blocks.set(nameOf(round), `c${cycle} t${round}`),
	);
	const bodyOf = (round: number) => ({ id: `single${round % 7}`, marker: `c${cycle} t${round}` });
	await writeUntilFull(
		(round) => api.call(`${index}/items`, { method: 'POST', body: bodyOf(round) }),
		(_, round) => singles.set(bodyOf(round).id, bodyOf(round).marker),
	);
	let pass = 0;
	while ((await api.call('/health/ready')).status === 200) {
		pass += 1;
		assert.ok(pass < writesMax, 'the server says it is ready on a full disk');
	}
}

async function checkReads({ api, engine, index, blocks, singles }: Shop): Promise<void> {
	const count = blocks.size * 100 + singles.size;
	assert.equal((await expectStatus(api, 200, `${index}/items/_count`)).json.count, count);
	assert.equal((await expectStatus(api, 200, engine)).json.locked, false);
	for (const [name, marker] of blocks) assert.equal(await readBlock(api, `${index}/items`, blockIds(name)), marker);
	for (const [id, marker] of singles) {
		assert.equal((await expectStatus(api, 200, `${index}/items/${id}`)).json.marker, marker);
	}
}

/** Every kind of write is refused in its own form, and changes nothing. */
async function checkRefusals(shop: Shop, cart: (api: Api) => Promise<Answer>): Promise<void> {
	const { api, engine, index } = shop;
	const refused: [string, string, unknown][] = [
		[`${index}/items`, 'POST', { id: 'refused' }],
		[`${index}/items/_bulk`, 'POST', [{ id: 'refused' }]],
		[`${index}/items/_bulk`, 'DELETE', blockIds('block0').map((id) => ({ id }))],
		[`${index}/items/block0-1`, 'PATCH', { marker: 'refused' }],
		[`${index}/items/block0-1`, 'DELETE', undefined],
		[`${index}/temp`, 'POST', []],
		[`${engine}/indices`, 'POST', { name: 'refused', preset: 'generic' }],
		[engine, 'PATCH', { name: 'refused' }],
		[engine, 'DELETE', undefined],
		['/api/v2/search_engines', 'POST', { name: 'refused' }],
		['/api/admin/v1/stores', 'POST', { name: 'refused' }],
	];
	for (const [path, method, body] of refused) assertNoRoom(await api.call(path, { method, body }));
	const event = await cart(api);
	assert.deepEqual([event.status, event.json], [200, { status: 'ERROR' }]);
	const ready = await api.call('/health/ready');
	assert.deepEqual([ready.status, ready.json], [503, { status: 'unavailable' }]);
	assert.equal((await api.call('/health/live')).status, 200, 'a restart would not help');
}

test('a full disk refuses writes in clear words, and everything works again once there is room', async (context) => {
	await onSmallDisk(context, async (disk) => {
		await using server = await startServer({ dataDir: `${disk.directory}/data` });
		const shop = await openShop(server);
		const { api, index, blocks } = shop;
		const { sessions, cart } = await openCart(server, api);
		for (let cycle = 1; cycle <= cycleCount; cycle += 1) {
			await fillUp(shop, disk, cycle);
			await checkRefusals(shop, cart);
			await checkReads(shop);
			disk.makeRoom();
			assert.equal((await api.call('/health/ready')).status, 200, 'it recovers by itself');
			const { status, json } = await writeBlock(shop, 'block0', `room ${cycle}`);
			assert.deepEqual([status, json.errors], [200, false]);
			blocks.set('block0', `room ${cycle}`);
			assert.deepEqual((await cart(api)).json, { status: 'OK' });
			sessions.push(`s${sessions.length + 1}`);
			await checkReads(shop);
			assert.equal((await scrollAll(api, index)).size, blocks.size * 100 + shop.singles.size);
		}
		assert.equal(await server.stop(), 0);
		await checkDatabase(server.dataDir);
		await inspectDatabase(server.dataDir, async (database) => {
			const events = await database.events.listOfEngine(server.firstRun?.hashid ?? '', 'cart', 1000);
			assert.equal(events.length, cycleCount, 'the events that were answered with OK');
			const hashid = shop.engine.split('/').at(-1) ?? '';
			const log = await replayLog(database, { hashid, indexName: 'product', generation: 'live' });
			assert.equal(log.size, blocks.size * 100 + shop.singles.size);
		});
	});
});

/** Reports an addition of an item of the demo shop. */
async function openCart(server: TestServer, api: Api) {
	const sessions: string[] = [];
	const { firstRun } = server;
	assert(firstRun);
	const { hashid, widget_id: widgetId } = firstRun;
	const { json } = await expectStatus(api, 200, `/api/v2/search_engines/${hashid}/indices/product/items?rpp=1`);
	const dfid = formatDfid({ hashid, indexName: 'product', itemKey: toItemKey(json.items[0].id) });
	const body = { session_id: 's', dfid, title: 'A product', price: 1 };
	const cart = (caller: Api) => caller.call(`/api/widget/${widgetId}/cart`, { method: 'POST', body });
	return { sessions, cart };
}

test('a server that is killed on a full disk starts again once there is room, with all it had acknowledged', async (context) => {
	await onSmallDisk(context, async (disk) => {
		const dataDir = `${disk.directory}/data`;
		const first = await startServer({ dataDir });
		const shop = await openShop(first);
		await fillUp(shop, disk, 1);
		await first.kill();
		disk.makeRoom();
		const second = await startServer({ dataDir });
		const again = { ...shop, api: createApi(second.url, first.firstRun?.key) };
		await checkReads(again);
		assert.equal((await writeBlock(again, 'block0', 'after')).status, 200);
		shop.blocks.set('block0', 'after');
		assert.equal(await second.stop(), 0);

		disk.fill();
		await assert.rejects(startServer({ dataDir }), /database or disk is full/, 'it does not start, and says why');
		disk.makeRoom();
		await using third = await startServer({ dataDir });
		await checkReads({ ...shop, api: createApi(third.url, first.firstRun?.key) });
	});
});
