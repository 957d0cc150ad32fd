/** The program on a database behind PgBouncer in transaction mode, from its first start. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApi } from '../support/api.ts';
import { startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { queryPostgres } from '../support/query-postgres.ts';
import { serveApp } from '../support/served-app.ts';
import { openTenant } from '../support/tenant.ts';
import { waitFor } from '../support/wait-for.ts';

describe('a server on a database behind PgBouncer', { skip: whyNoPgBouncer() }, () => {
	it('accepts writes, finds items, counts events, and keeps no state in its sessions', async (t) => {
		const server = await sharedPostgresServer();
		const url = await server.createDatabase();
		const pooler = await startPgBouncer(server.url);
		t.after(() => pooler.close());
		await using app = await serveApp({
			VITRINE_DATABASE_URL: pooler.toPooled(url),
			VITRINE_SECRET_KEY: '07'.repeat(32),
			VITRINE_SEARCH: 'true',
		});
		const tenant = await openTenant(app.url, app.operatorToken);
		const { api, hashid, widgetId, itemId, dfid } = tenant;
		const items = `/api/v2/search_engines/${hashid}/indices/product/items`;

		const bulk = Array.from({ length: 100 }, (_, index) => ({ id: `item ${index}`, title: `lamp ${index}` }));
		assert.equal((await api.call(`${items}/_bulk`, { method: 'POST', body: bulk })).json.errors, false);
		const replaced = { method: 'PATCH', body: { title: 'sofa' } };
		assert.equal((await api.call(`${items}/${encodeURIComponent(itemId)}`, replaced)).status, 200);
		const search = () => api.call(`/6/${hashid}/_search?query=sofa`);
		await waitFor('the item', search, ({ json }) => json.total === 1);

		const widget = createApi(app.url);
		const cart = { session_id: 'shopper', dfid, title: 'sofa', price: 10 };
		const sent = Array.from({ length: 20 }, () =>
			widget.call(`/api/widget/${widgetId}/cart`, { method: 'POST', body: cart }),
		);
		const statuses = (await Promise.all(sent)).map(({ json }) => json.status);
		assert.deepEqual(new Set(statuses), new Set(['OK']));
		const read = await api.call(`/api/admin/v1/search_engines/${hashid}/events?limit=100`);
		assert.equal(read.status, 200, read.text);
		const { recommender } = app.zone.services;
		await waitFor(
			'models that have seen them',
			() => recommender?.readState(),
			(state) => state?.behindCount === 0,
		);

		const names = await queryPostgres(server.url, `select query from pg_stat_activity where query like 'listen%'`);
		assert.deepEqual(names, []);
		const clients = await pooler.show('clients');
		const servers = await pooler.show('servers');
		const ours = clients.filter(({ database }) => database === new URL(url).pathname.slice(1));
		assert(ours.length > servers.length, `${ours.length} connections share ${servers.length}`);
	});
});
