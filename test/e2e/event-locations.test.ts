/** Events say where their callers were, by a database that the test writes. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createApi } from '../support/api.ts';
import { toIpv4Prefix, writeMmdb } from '../support/mmdb.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant } from '../support/tenant.ts';

let directory: string;
let server: ServedApp;

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-places-'));
	const record = {
		city: { names: { en: 'Porto' } },
		continent: { code: 'EU' },
		country: { iso_code: 'PT' },
		location: { latitude: 41.1496, longitude: -8.611 },
	};
	const path = join(directory, 'places.mmdb');
	await writeFile(path, writeMmdb([{ prefix: toIpv4Prefix('203.0.113.0/24'), record }]));
	server = await serveApp({ VITRINE_GEOIP_DATABASE: path, VITRINE_TRUSTED_PROXIES: '127.0.0.1' }, openScan);
});
after(async () => {
	await server[Symbol.asyncDispose]();
	await rm(directory, { recursive: true });
});

test('an event has the place of its caller, and no address', async () => {
	const tenant = await openTenant(server.url, server.operatorToken);
	const { hashid, widgetId, dfid } = tenant;
	const page = createApi(server.url);
	const from = (ip: string) => ({ 'x-forwarded-for': ip });
	const init = (sessionId: string) => `/6/${hashid}/stats/init?session_id=${sessionId}`;
	await page.call(init('porto'), { method: 'PUT', headers: from('203.0.113.7') });
	await page.call(init('nowhere'), { method: 'PUT', headers: from('198.51.100.7') });
	await tenant.api.call(init('shop'), { method: 'PUT', headers: from('203.0.113.7') });
	const cart = { session_id: 'cart', dfid, title: 'T', price: 1 };
	await page.call(`/api/widget/${widgetId}/cart`, { method: 'POST', body: cart, headers: from('203.0.113.8') });
	const sale = { hashid, session_id: 'cart', ip: '203.0.113.9' };
	await tenant.api.call('/api/v2/stats/sales', { method: 'POST', body: sale });
	await server.catchUp();
	const { json } = await tenant.api.call(`/api/admin/v1/search_engines/${hashid}/events`);
	const porto = { country: 'PT', continent: 'EU', city: 'Porto', latitude: 41.15, longitude: -8.61 };
	assert.deepEqual(
		json.events.map((event: Record<string, unknown>) => [event.kind, event.session_id, event.location]),
		[
			['init', 'porto', porto],
			['init', 'nowhere', null],
			['init', 'shop', null],
			['cart', 'cart', porto],
			['purchase', 'cart', porto],
			['checkout', 'cart', porto],
		],
	);
	assert(!JSON.stringify((await server.readAllRows()).event).includes('203.0.113'));
});
