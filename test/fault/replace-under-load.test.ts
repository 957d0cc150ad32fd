/**
 * An index is re-filled and replaced repeatedly while readers never pause.
 *
 * Every item has the number of its generation, so each answer can be checked: it is not older than the last replacement
 * that was acknowledged before the request, and not newer than the last one that was sent before the answer.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Api, createApi, type Json } from '../support/api.ts';
import { expectStatus } from '../support/crash/actor.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseLength } from '../support/test-length.ts';

const replaceCount = chooseLength(15, 200);
const itemCount = 200;
const ids = Array.from({ length: itemCount }, (_, number) => `item ${number}`);
/** Scrolls stay open for minutes after their last page, and a server has a limit of open ones. */
const scrollsMax = 400;

let server: TestServer;
let api: Api;
let index: string;

before(async () => {
	server = await startServer();
	api = createApi(server.url, server.firstRun?.key);
	const { json } = await expectStatus(api, 201, '/api/v2/search_engines', { method: 'POST', body: { name: 'Load' } });
	const body = { name: 'product', preset: 'generic' };
	await expectStatus(api, 201, `/api/v2/search_engines/${json.hashid}/indices`, { method: 'POST', body });
	index = `/api/v2/search_engines/${json.hashid}/indices/product`;
	await fill(index, 1);
});
after(() => server[Symbol.asyncDispose]());

async function fill(path: string, generation: number): Promise<void> {
	for (let start = 0; start < itemCount; start += 100) {
		const body = ids.slice(start, start + 100).map((id) => ({ id, generation }));
		await expectStatus(api, 200, `${path}/items/_bulk`, { method: 'POST', body });
	}
}

/** The generation of all these items. */
function toGeneration(items: readonly Json[], what: string): number {
	const generations = [...new Set(items.map((item) => item?.generation))];
	assert.equal(generations.length, 1, `${what} shows a mixture: ${generations}`);
	assert.equal(typeof generations[0], 'number', `${what} shows a gap`);
	return generations[0];
}

type Reader = (round: number) => Promise<number>;

const readers: Readonly<Record<string, Reader>> = {
	async 'GET of an item'(round) {
		const id = ids[round % itemCount] as string;
		const { json } = await expectStatus(api, 200, `${index}/items/${encodeURIComponent(id)}`);
		return toGeneration([json], 'an item');
	},
	async _mget(round) {
		const start = (round * 7) % (itemCount - 100);
		const body = ids.slice(start, start + 100).map((id) => ({ id }));
		const { json } = await expectStatus(api, 200, `${index}/items/_mget`, { method: 'POST', body });
		return toGeneration(
			json.map((entry: Json) => entry.item),
			'_mget',
		);
	},
	/** The count is the same for all generations; it could only show a gap. */
	async _count() {
		const { json } = await expectStatus(api, 200, `${index}/items/_count`);
		assert.equal(json.count, itemCount);
		return Number.NaN;
	},
	async 'the engine'() {
		const { json } = await expectStatus(api, 200, index);
		assert.equal(json.name, 'product');
		return Number.NaN;
	},
	async 'a scroll'(round) {
		if (round >= scrollsMax) return Number.NaN;
		const first = await expectStatus(api, 200, `${index}/items?rpp=60`);
		assert.equal(first.json.total, itemCount);
		const items: Json[] = [];
		let page = first.json.items;
		while (page.length > 0) {
			items.push(...page);
			const next = await expectStatus(api, 200, `${index}/items?rpp=60&scroll_id=${first.json.scroll_id}`);
			page = next.json.items;
		}
		assert.equal(new Set(items.map((item) => item.id)).size, itemCount);
		assert.equal(items.length, itemCount);
		return toGeneration(items, 'a scroll');
	},
};

test(`${replaceCount} replaces show no reader a mixture, a gap, an error or the past`, async (context) => {
	let sent = 1;
	let acknowledged = 1;
	let isOver = false;
	const answerCounts = new Map<string, number>();

	async function read(name: string, reader: Reader): Promise<void> {
		try {
			for (let round = 0; !isOver; round += 1) {
				const oldest = acknowledged;
				const generation = await reader(round);
				assert.ok(!(generation < oldest), `${name} shows generation ${generation} after ${oldest} was acknowledged`);
				assert.ok(!(generation > sent), `${name} shows generation ${generation} before it was made live`);
				answerCounts.set(name, round + 1);
			}
		} finally {
			isOver = true;
		}
	}

	async function replaceAgainAndAgain(): Promise<void> {
		for (let generation = 2; generation <= replaceCount + 1 && !isOver; generation += 1) {
			await expectStatus(api, 201, `${index}/temp`, { method: 'POST', body: [] });
			await fill(`${index}/temp`, generation);
			sent = generation;
			await expectStatus(api, 200, `${index}/_replace_by_temp`, { method: 'POST', body: [] });
			acknowledged = generation;
		}
	}

	const reading = Promise.all(Object.entries(readers).map(([name, reader]) => read(name, reader)));
	const replacing = replaceAgainAndAgain().finally(() => {
		isOver = true;
	});
	const outcomes = await Promise.allSettled([reading, replacing]);
	for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
	assert.equal(acknowledged, replaceCount + 1);
	for (const name of Object.keys(readers)) {
		assert.ok((answerCounts.get(name) ?? 0) > 0, `${name} has read`);
		context.diagnostic(`${name}: ${answerCounts.get(name)} answers`);
	}
});
