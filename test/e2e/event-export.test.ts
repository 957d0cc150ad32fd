/** Exports of events: what they contain, in each format, and that an export that was cut off goes on where it ended. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { readCsv } from '../../src/cli/evaluate/csv.ts';
import type { LoggedEvent } from '../../src/domain/event/logged-event.ts';
import type { ShopperEvent } from '../../src/domain/event/shopper-event.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import { succeed } from '../../src/lib/failure.ts';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { sampleEvent } from '../contract/sample-data.ts';
import { createApi, type Json } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { makeEvent, type ShopperWorld } from '../support/random-shoppers.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { ubiEventSchema, ubiQuerySchema } from '../support/ubi-schema.ts';
import { awaiting } from '../support/wait-for.ts';

const startMs = Date.UTC(2026, 2, 1, 9, 30);
const dayMs = 24 * 3600_000;

let app: ServedApp;
let shop: Tenant;
let world: ShopperWorld;

before(async () => {
	app = await serveApp();
	shop = await openTenant(app.url, app.operatorToken);
	const others = {
		hashids: [shop.hashid, shop.hashid, shop.lockedHashid],
		storeId: shop.storeId,
		widgetId: shop.widgetId,
	};
	world = { random: createSeededRandom(7), ...others, queryIds: [], eventCount: 0, nowMs: startMs };
	await record(makeEvents(600));
});
after(() => app[Symbol.asyncDispose]());

const makeEvents = (count: number) => Array.from({ length: count }, () => makeEvent(world));

async function record(events: readonly ShopperEvent[]) {
	await app.zone.database.events.recordMany(events);
	await app.catchUp();
}

const pathOf = (query: string, hashid = shop.hashid) =>
	`/api/admin/v1/search_engines/${hashid}/events/_export?${query}`;

async function readExport(query = ''): Promise<string> {
	const { status, text } = await shop.api.call(pathOf(query));
	assert.equal(status, 200, text);
	return text;
}

const toLines = (text: string) => text.split('\n').slice(0, -1);
const readJsonLines = async (query = ''): Promise<Json[]> =>
	toLines(await readExport(query)).map((line) => JSON.parse(line));

/** As the pages of the admin API have them. */
async function listAll(): Promise<Json[]> {
	const { json } = await shop.api.call(`/api/admin/v1/search_engines/${shop.hashid}/events?limit=1000`);
	assert.equal(json.next_after, null);
	return json.events;
}

it('JSON lines are the events of the search engine in their order', async () => {
	const all = await listAll();
	assert.ok(all.length > 300);
	assert.deepEqual(await readJsonLines(), all);
	const { headers } = await shop.api.call(pathOf('format=jsonl'));
	assert.match(headers.get('content-type') ?? '', /^application\/x-ndjson/);
	assert.deepEqual(await readJsonLines('from=20200101&to=2020-12-31'), []);
});

it('a period has what happened in it, whenever that arrived', async () => {
	const all = await listAll();
	const timeOf = ({ occurred_at }: Json) => Date.parse(occurred_at);
	const times = all.map(timeOf).toSorted((a, b) => a - b);
	const [fromMs = 0, toMs = 0] = [times[100], times[250]];
	assert.deepEqual(
		await readJsonLines(`from=${fromMs}&to=${toMs}`),
		all.filter((event) => timeOf(event) >= fromMs && timeOf(event) <= toMs),
	);
	// Madrid is an hour ahead, so its 2 March begins at 23:00.
	const start = startMs - (startMs % dayMs) + dayMs - 3600_000;
	assert.deepEqual(
		await readJsonLines('from=20260302&to=2026-03-03&tz=Europe/Madrid'),
		all.filter((event) => timeOf(event) >= start && timeOf(event) < start + 2 * dayMs),
	);
	assert.deepEqual(
		await readJsonLines('from=20260302'),
		all.filter((event) => timeOf(event) >= start + 3600_000),
	);
});

it('CSV has the same members, and no text that a program for tables would compute', async () => {
	const odd = ['=1+1', '@x', '-2', '+3', '\tx', 'a,"b"\nc', "it's"];
	const clicked = { indexName: 'product', itemKey: 'a'.repeat(32), position: null, resourceId: null };
	await record(
		odd.map((text, at) => {
			const action = { kind: 'click', ...clicked, text, customResultsId: null } as const;
			return sampleEvent(at, action, {
				hashid: shop.hashid,
				storeId: shop.storeId,
				occurredAtMs: startMs + 900 * dayMs,
			});
		}),
	);
	const all = await listAll();
	const { text, headers } = await shop.api.call(pathOf('format=csv'));
	assert.match(headers.get('content-type') ?? '', /^text\/csv/);
	const rows: string[][] = [];
	readCsv(text, ({ fields }) => void rows.push([...fields]));
	const [names = [], ...cells] = rows;
	assert.deepEqual(names, Object.keys(all[0]));
	const toCell = (value: unknown) => {
		if (value === null) return '';
		const plain = typeof value === 'object' ? JSON.stringify(value) : String(value);
		return typeof value === 'string' && /^[=+\-@\t]/.test(plain) ? `'${plain}` : plain;
	};
	assert.deepEqual(
		cells,
		all.map((event) => names.map((name) => toCell(event[name]))),
	);
	assert.ok(text.includes(",'=1+1,"));
});

describe('User Behavior Insights', () => {
	it('has a query for each search, an event for everything else, and one for each item that a widget showed', async () => {
		const ajv = new Ajv({ allErrors: true });
		(addFormats as unknown as (to: Ajv) => void)(ajv);
		const [isQuery, isEvent] = [ajv.compile(ubiQuerySchema), ajv.compile(ubiEventSchema)];
		const lines = await readJsonLines('format=ubi');
		const all = await listAll();
		for (const line of lines) {
			const isValid = 'user_query' in line ? isQuery : isEvent;
			assert.ok(isValid(line), `${JSON.stringify(isValid.errors)} ${JSON.stringify(line)}`);
			assert.ok(!JSON.stringify(line).includes('null'));
		}
		const searches = all.filter(({ kind }) => kind === 'search');
		const queries = lines.filter((line) => 'user_query' in line);
		assert.deepEqual(
			queries.map((query) => [query.query_id, query.user_query, query.timestamp, query.query_response_hit_ids]),
			searches.map((search) => [search.query_id, search.text, search.occurred_at, search.shown]),
		);
		const clicks = all.filter(({ kind }) => kind === 'click');
		assert.deepEqual(
			lines
				.filter((line) => line.action_name === 'click' && !line.event_attributes.widget_id)
				.map(({ query_id: queryId, event_attributes: { object } }) => [queryId ?? null, object.object_id]),
			clicks.map((click) => [click.query_id, click.dfid]),
		);
		const shown = all.filter(({ kind }) => kind === 'impression').flatMap((event) => event.shown);
		const shownLines = lines.filter((line) => line.action_name === 'impression' && line.event_attributes.object);
		assert.deepEqual(
			shownLines.map((line) => line.event_attributes.object.object_id),
			shown,
		);
		const stated = all.flatMap(({ lines: own }) => own.filter((line: Json) => line.is_new));
		const added = all.filter(({ kind }) => kind === 'cart' || kind === 'cart_addition');
		assert.ok(stated.length > 0);
		assert.equal(lines.filter((line) => line.action_name === 'add_to_cart').length, stated.length + added.length);
		assert.deepEqual(
			lines.filter((line) => 'serial' in line).map(({ serial }) => serial),
			all.map(({ serial }) => serial),
		);
	});
});

/** The first bytes of an answer; the connection is cut when they are there. Everything, if there are fewer. */
function readBytes(path: string, bytesMax: number): Promise<string> {
	return new Promise((resolve, reject) => {
		const request = get(`${app.url}${path}`, { headers: { authorization: `Token ${shop.key}` } }, (response) => {
			let bytes = Buffer.alloc(0);
			const end = () => resolve(bytes.subarray(0, bytesMax).toString('latin1'));
			response.on('data', (chunk: Buffer) => {
				bytes = Buffer.concat([bytes, chunk]);
				if (bytes.length < bytesMax) return;
				request.destroy();
				end();
			});
			response.on('end', end);
			response.on('error', () => undefined);
		});
		request.on('error', (error) => (request.destroyed ? undefined : reject(error)));
	});
}

interface Resumable {
	readonly format: string;
	/** The whole lines of a text up to the last that says where to go on, and where that is. */
	cut(text: string): readonly [kept: string, after: string | undefined];
}

function cutJson(text: string): readonly [string, string | undefined] {
	const lines = toLines(text).map((line) => ({ line, ...JSON.parse(Buffer.from(line, 'latin1').toString()) }));
	const last = lines.findLastIndex(({ serial }) => serial !== undefined);
	return [
		lines
			.slice(0, last + 1)
			.map(({ line }) => `${line}\n`)
			.join(''),
		lines[last]?.serial,
	];
}

function cutCsv(text: string): readonly [string, string | undefined] {
	const rows = text.match(/(?:[^"\n]|"[^"]*")*\n/g) ?? [];
	const serial = rows.at(-1)?.split(',')[0];
	return serial === undefined || serial === 'serial' ? ['', undefined] : [rows.join(''), serial];
}

const resumables: readonly Resumable[] = [
	{ format: 'jsonl', cut: cutJson },
	{ format: 'csv', cut: cutCsv },
	{ format: 'ubi', cut: cutJson },
];

for (const { format, cut } of resumables) {
	it(`${format} that is cut off anywhere goes on after its last line: nothing is missing, nothing comes twice`, async (context) => {
		const random = createSeededRandom(chooseSeed(context));
		let [text, after]: readonly [string, string | undefined] = ['', undefined];
		for (let cuts = 0; cuts < 12; cuts += 1) {
			const query = `format=${format}${after === undefined ? '' : `&after=${after}`}`;
			const [kept, next] = cut(await readBytes(pathOf(query), random.integer(1, 60_000)));
			text += kept;
			after = next ?? after;
			// What is recorded meanwhile comes last, also what happened long ago.
			if (cuts % 4 === 0) await record(makeEvents(20));
		}
		text += await readBytes(pathOf(`format=${format}&after=${after ?? 0}`), Number.MAX_SAFE_INTEGER);
		assert.equal(Buffer.from(text, 'latin1').toString(), await readExport(`format=${format}`));
	});
}

it('an export that nobody reads any more ends, and one that is only asked about does not begin', async () => {
	const [event] = (await app.zone.database.events.log({ hashid: shop.hashid }).read(startPosition, 1)).changes;
	assert(event);
	const ended = Promise.withResolvers<void>();
	let batchCount = 0;
	async function* readForEver() {
		try {
			for (;;) {
				batchCount += 1;
				yield Array.from({ length: 100 }, () => event as LoggedEvent);
			}
		} finally {
			ended.resolve();
		}
	}
	const { services } = app.zone;
	const { eventExporter } = services;
	Object.assign(services, { eventExporter: { export: async () => succeed(readForEver()) } });
	try {
		const head = await shop.api.call(pathOf(''), { method: 'HEAD' });
		assert.deepEqual([head.status, head.text, batchCount], [200, '', 0]);
		await readBytes(pathOf(''), 200_000);
		await awaiting('the end of the export', ended.promise);
		assert.ok(batchCount > 1);
	} finally {
		Object.assign(services, { eventExporter });
	}
});

it('what retention deletes meanwhile is missing from the rest only, and nothing comes twice', async () => {
	const all = await listAll();
	const first = all.slice(0, 100);
	const { serial: after } = first.at(-1);
	const limits = { suppressionsBeforeMs: 0, eventCountMax: 200 };
	await app.zone.database.events.forgetOld({ eventsBeforeMs: Number.MAX_SAFE_INTEGER, ...limits });
	const left = await listAll();
	assert.ok(left.length < all.length);
	const serials = new Set(first.map(({ serial }) => serial));
	assert.deepEqual(
		await readJsonLines(`after=${after}`),
		left.filter(({ serial }) => !serials.has(serial)),
	);
});

it('a wrong parameter is refused with its name, a search engine that is not the caller’s as everywhere', async () => {
	for (const [query, field] of [
		['from=yesterday', 'from'],
		['to=20260230', 'to'],
		['from=20260302&to=20260301', 'from'],
		['tz=Mars/Base', 'tz'],
		['format=xml', 'format'],
		['after=-1', 'after'],
		['after=x', 'after'],
		['after=7.7', 'after'],
		['after=1.2.3.4', 'after'],
		[`after=${'9'.repeat(20)}`, 'after'],
		['from=20260301&from=20260302', 'from'],
	] as const) {
		const { status, json } = await shop.api.call(pathOf(query));
		assert.deepEqual([status, json?.error?.code], [400, 'bad_params'], query);
		assert.match(JSON.stringify(json.error), new RegExp(field), query);
	}
	const pages = `/api/admin/v1/search_engines/${shop.hashid}/events`;
	assert.equal((await shop.api.call(`${pages}?after=1.2.3.4`)).status, 400);
	const stranger = await openTenant(app.url, app.operatorToken);
	assert.equal((await shop.api.call(pathOf('', stranger.hashid))).status, 403);
	assert.equal((await shop.api.call(pathOf('', '0'.repeat(32)))).status, 404);
	assert.equal((await createApi(app.url).call(pathOf(''))).status, 401);
	assert.equal((await createApi(app.url, shop.memberKey).call(pathOf(''))).status, 403);
});
