/** Bodies within the limit of bytes that would take seconds and gigabytes to parse. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

const megabyte = 1024 * 1024;

let app: ServedApp;
let tenant: Tenant;

before(async () => {
	app = await serveApp();
	tenant = await openTenant(app.url, app.operatorToken);
});
after(() => app[Symbol.asyncDispose]());

/** `head` is the body up to a list, which is then filled with empty objects up to `length` bytes. */
function fillWithObjects(head: string, length: number): string {
	return `${head}[${'{},'.repeat((length - head.length - 10) / 3)}{}]}`;
}

describe('a body of very many values', () => {
	it('is refused for that by every operation that would build them', async () => {
		const operator = createApi(app.url, app.operatorToken);
		const body = fillWithObjects('{"name":"many","preset":"generic","datasources":', 8 * megabyte);
		for (const [api, path] of [
			[tenant.api, '/api/v2/search_engines'],
			[tenant.api, `/api/v2/search_engines/${tenant.hashid}/indices`],
			[tenant.api, '/api/admin/v1/stores'],
			[operator, '/api/admin/v1/accounts'],
		] as const) {
			const { status, json } = await api.call(path, { method: 'POST', body });
			assert.equal(status, 400, path);
			assert.deepEqual(json.error.details, [{ name: 'body', fields: ['body'], reason: 'has more than 50000 values' }]);
		}
	});

	it('does not refuse the longest allowed list of settings', async () => {
		const blockedIps = Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`);
		const store = { name: 'many', blocked_ips: blockedIps };
		const { status, text } = await tenant.api.call('/api/admin/v1/stores', { method: 'POST', body: store });
		assert.equal(status, 201, text);
	});
});

describe('an event of a shopper', () => {
	const sendEvent = (body: string) =>
		createApi(app.url).call(`/api/widget/${tenant.widgetId}/cart`, { method: 'POST', body });
	const event = () => JSON.stringify({ session_id: 's', dfid: tenant.dfid, title: 't', price: 1 });

	it('may have a megabyte and not a byte more, because sending one needs no key', async () => {
		const full = await sendEvent(event().padEnd(megabyte));
		assert.deepEqual([full.status, full.json], [200, { status: 'OK' }]);
		const tooLong = await sendEvent(event().padEnd(megabyte + 1));
		assert.equal(tooLong.status, 413);
		assert.deepEqual(tooLong.json, { error: 'The request body is larger than 1048576 bytes' });
	});
});

describe('an item of more than a megabyte', () => {
	it('is refused for its length before any other check', async () => {
		const path = `/api/v2/search_engines/${tenant.hashid}/indices/product/items`;
		const body = fillWithObjects('{"id":"long","x":', megabyte + 100);
		const { status, json } = await tenant.api.call(path, { method: 'POST', body: `${body}}}}` });
		assert.equal(status, 400);
		assert.equal(json.error.message, 'The request body is longer than 1048576 bytes');
	});
});
