/** The address of a shopper behind a trusted proxy. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openScan } from '../support/shop.ts';
import { openTenant, type Tenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

let app: ServedApp;
let tenant: Tenant;

before(async () => {
	const environment = {
		VITRINE_TRUSTED_PROXIES: '127.0.0.1',
		VITRINE_RATE_LIMIT_PER_SECOND: '1000',
		VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '1',
	};
	app = await serveApp(environment, openScan);
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

async function searchFrom(forwardedFor: string): Promise<string> {
	const request = { headers: { 'x-forwarded-for': forwardedFor } };
	const { status, json } = await createApi(app.url).call(`/6/${tenant.hashid}/_search?query=x`, request);
	return status === 200 ? 'found' : json.error;
}

async function sendForgedToken(forwardedFor: string): Promise<number> {
	const headers = { 'x-forwarded-for': forwardedFor, authorization: 'Bearer forged' };
	return (await createApi(app.url).call('/api/v2/search_engines', { headers })).status;
}

const blockedAddresses = [
	'203.0.113.7',
	'203.0.113.8:51312',
	'2001:db8:1::7',
	'[2001:db8:1:8::8]:51312',
	'[2001:db8:1:9::9]',
];

describe('an address that the proxy writes with its port', () => {
	it('is blocked as it is without a key', async () => {
		for (const address of blockedAddresses) assert.equal(await sendEventFrom(address), 403, address);
	});

	it('is blocked from searching too', async () => {
		for (const address of blockedAddresses) assert.equal(await searchFrom(address), 'banned ip', address);
	});

	// Each limit is one call a second: calls that are sent together leave no time for a second token.
	const oneClient = [
		['198.51.100.7:1111', '198.51.100.7:2222'],
		['[2001:db8:2::7]:1111', '2001:db8:2::7', '2001:db8:2::8'],
	];

	it('has one limit, whatever its port or its address within the network', async () => {
		for (const addresses of oneClient) {
			const statuses = await Promise.all(addresses.map(sendEventFrom));
			assert.deepEqual(statuses.sort(), [400, ...Array(addresses.length - 1).fill(429)]);
		}
	});

	it('has one limit for searches, whatever its port or its address within the network', async () => {
		for (const addresses of oneClient) {
			const outcomes = await Promise.all(addresses.map(searchFrom));
			assert.equal(outcomes.filter((outcome) => outcome === 'found').length, 1, outcomes.join());
			assert.equal(outcomes.filter((outcome) => /throttled/.test(outcome)).length, addresses.length - 1);
		}
	});

	it('has one limit for forged tokens, whatever the port', async () => {
		const send = (address: string) => Promise.all(Array.from({ length: 50 }, () => sendForgedToken(address)));
		const isRefused = (statuses: readonly number[]) => statuses.includes(429);
		await waitFor('a refusal', () => send('198.51.100.8:1111'), isRefused);
		// A different client would have its whole burst.
		assert(isRefused(await send('198.51.100.8:2222')));
	});
});
