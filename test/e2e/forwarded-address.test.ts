/** Which address a shopper is known by behind a proxy that is trusted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';

let app: ServedApp;
let tenant: Tenant;

before(async () => {
	app = await serveApp({ VITRINE_TRUSTED_PROXIES: '127.0.0.1', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1' });
	tenant = await openTenant(app.url, app.operatorToken);
	const store = `/api/admin/v1/stores/${tenant.storeId}`;
	const body = { blocked_ips: ['203.0.113.0/24', '2001:db8:1::/48'] };
	assert.equal((await tenant.api.call(store, { method: 'PATCH', body })).status, 200);
});
after(() => app[Symbol.asyncDispose]());

async function sendEventFrom(forwardedFor: string): Promise<number> {
	const request = { method: 'POST', body: {}, headers: { 'x-forwarded-for': forwardedFor } };
	return (await createApi(app.url).call(`/api/widget/${tenant.widgetId}/cart`, request)).status;
}

describe('an address that the proxy writes with its port', () => {
	it('is blocked as it is without', async () => {
		for (const address of [
			'203.0.113.7',
			'203.0.113.8:51312',
			'2001:db8:1::7',
			'[2001:db8:1::8]:51312',
			'[2001:db8:1::9]',
		]) {
			assert.equal(await sendEventFrom(address), 403, address);
		}
	});

	it('has one limit, whatever the port', async () => {
		assert.equal(await sendEventFrom('198.51.100.7:1111'), 400);
		assert.equal(await sendEventFrom('198.51.100.7:2222'), 429);
		assert.equal(await sendEventFrom('[2001:db8:2::7]:1111'), 400);
		assert.equal(await sendEventFrom('2001:db8:2::7'), 429);
	});
});
