/** The earnings of a widget, from the shop's page to the owner's table. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../support/api.ts';
import { callCommand } from '../support/call-command.ts';
import type { ServedApp } from '../support/served-app.ts';
import { waitFor } from '../support/wait-for.ts';
import { openWidgetShop, serveWidgets, toLink, type WidgetShop } from '../support/widget-shop.ts';

let served: ServedApp;
let shop: WidgetShop;
let widget: string;

const dayMs = 24 * 3600 * 1000;
const toDate = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
const earned = { impressions: 1, empty_answers: 1, clicks: 1, carts: 1, purchases: 1, revenue: 29.85 };
const nothing = { impressions: 0, empty_answers: 0, clicks: 0, carts: 0, purchases: 0, revenue: 0 };

const read = (query = '', id = widget) => shop.admin.call(`/widgets/${id}/stats${query}`);

before(async () => {
	served = await serveWidgets();
	shop = await openWidgetShop(served);
	await shop.put(...['a', 'b'].map((id) => ({ id, title: 'Trail shoe', price: 9.95, link: toLink(id) })));
	widget = await shop.create('new_arrivals', { fallback: false });
	const shopper = { session_id: 's1' };
	const dfid = shop.dfidOf('a');
	await shop.ask(widget, { page: 'b', ...shopper });
	assert.equal((await shop.post(`${widget}/click`, { ...shopper, dfid, position: 1 })).json.status, 'OK');
	const addition = { ...shopper, dfid, title: 'Trail shoe', amount: 3, price: 9.95 };
	assert.equal((await shop.post(`${widget}/cart`, addition)).json.status, 'OK');
	assert.equal((await shop.api.call('/stats/checkout?session_id=s1', { method: 'PUT' })).status, 200);
	const bot = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
	await shop.post(`${widget}/click`, { session_id: 'bot', dfid }, bot);
	const readTotals = async () => (await read()).json.totals;
	await shop.ask(widget, { page: 'b', cart_items: [{ dfid }] });
	await shop.post(widget, { current_url: toLink('b'), cart_items: [{ dfid }] }, bot);
	await waitFor(
		'impressions, empty answers and purchases',
		readTotals,
		(totals) => totals.impressions > 0 && totals.empty_answers > 0 && totals.purchases > 0,
	);
});
after(() => served[Symbol.asyncDispose]());

describe('the statistics of a widget', () => {
	test('are the last 30 days, the empty ones too, and their sum', async () => {
		const { status, json } = await read();
		assert.equal(status, 200);
		assert.deepEqual([json.widget_id, json.days.length, json.totals], [widget, 30, earned]);
		const [first, ...others] = json.days;
		const lastMs = Date.parse(json.days[29].date);
		assert.deepEqual(first, { date: toDate(lastMs - 29 * dayMs), ...nothing });
		const active = others.filter(({ impressions }: Json) => impressions > 0);
		assert.equal(active.length, 1);
		assert.deepEqual(active[0], { date: active[0].date, ...earned });
	});

	test('take days in all spellings', async () => {
		const day = Date.UTC(2026, 2, 1);
		for (const from of ['20260301', '2026-03-01', String(day / 1000), String(day + 3600)]) {
			const { json } = await read(`?from=${from}&to=2026-03-03`);
			assert.deepEqual(
				json.days.map(({ date }: Json) => date),
				['2026-03-01', '2026-03-02', '2026-03-03'],
			);
			assert.deepEqual(json.totals, nothing);
		}
		assert.equal((await read('?to=20260301')).json.days[0].date, '2026-01-31');
		assert.equal((await read('?from=20240101&to=20241231')).json.days.length, 366);
	});

	const faults: readonly [query: string, field: string, reason: RegExp][] = [
		['?from=2026-02-30', 'from', /must be a date, such as 2026-03-01/],
		['?to=tomorrow', 'to', /must be a date/],
		['?from=', 'from', /must be a date/],
		['?from=20260302&to=20260301', 'from', /must not be after to/],
		['?from=20240101&to=20250101', 'from', /at most 366 days/],
		['?from=99999999999999', 'from', /length/],
	];
	for (const [query, field, reason] of faults) {
		test(`are refused with ${query}`, async () => {
			const { status, json } = await read(query);
			assert.equal(status, 400);
			assert.match(json.error.details.find(({ name }: Json) => name === field)?.reason ?? JSON.stringify(json), reason);
		});
	}

	test('are for the owner of the store, and of widgets that are there', async () => {
		const stranger = await openWidgetShop(served);
		assert.equal((await stranger.admin.call(`/widgets/${widget}/stats`)).status, 403);
		assert.equal((await read('', '3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status, 404);
		assert.equal((await read('', widget.toUpperCase())).json.widget_id, widget);
	});
});

describe('vitrine widget stats', () => {
	const call = (...words: readonly string[]) =>
		callCommand(['widget', 'stats', ...words], { url: served.url, environment: { VITRINE_KEY: shop.key } });

	test('prints a line for each day and the sum', async () => {
		const { exitCode, stdout, stderr } = await call(widget);
		assert.equal(exitCode, 0, stderr);
		const lines = stdout.trimEnd().split('\n');
		assert.equal(lines.length, 32);
		assert.match(lines[0] ?? '', /^DATE\s+IMPRESSIONS\s+EMPTY ANSWERS\s+CLICKS\s+CARTS\s+PURCHASES\s+REVENUE$/);
		assert.match(lines[31] ?? '', /^total\s+1\s+1\s+1\s+1\s+1\s+29\.85$/);
	});

	test('takes days, and prints the answer of the server as JSON', async () => {
		const { stdout } = await call(widget, '--from', '2026-03-01', '--to', '20260302', '--json');
		assert.deepEqual(JSON.parse(stdout), (await read('?from=20260301&to=20260302')).json);
		const wrong = await call(widget, '--from', 'never');
		assert.notEqual(wrong.exitCode, 0);
		assert.match(wrong.stderr, /from must be a date/);
	});
});
