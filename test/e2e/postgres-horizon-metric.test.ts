import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { createApi } from '../support/api.ts';
import { sharedPostgresServer } from '../support/postgres-server.ts';
import { serveApp } from '../support/served-app.ts';
import { waitFor } from '../support/wait-for.ts';

const metric = 'vitrine_event_log_horizon_age_seconds{zone="eu1"}';

it('the metrics tell how long a transaction has been holding up the readers of the event log', async (t) => {
	const server = await sharedPostgresServer();
	const url = await server.createDatabase();
	await using app = await serveApp({ VITRINE_DATABASE_URL: url, VITRINE_SECRET_KEY: '07'.repeat(32) });
	const api = createApi(app.url, app.operatorToken);
	const readAgeSeconds = async () => {
		const { text } = await api.call('/metrics');
		const line = text.split('\n').find((one) => one.startsWith(metric)) ?? assert.fail(text);
		return Number(line.slice(metric.length));
	};
	await waitFor('a log that nothing holds up', readAgeSeconds, (age) => age === 0);

	const other = new pg.Client({ connectionString: url });
	await other.connect();
	t.after(() => other.end());
	await other.query('begin; select pg_current_xact_id()');
	const first = await waitFor('a transaction that holds it up', readAgeSeconds, (age) => age > 0);
	await waitFor('one that has been open for longer', readAgeSeconds, (age) => age > first);
	await other.query('rollback');
	await waitFor('a log that nothing holds up any more', readAgeSeconds, (age) => age === 0);
});

it('a store in a file, whose readers nothing can hold up, has no such metric', async () => {
	await using app = await serveApp({ VITRINE_DATABASE_URL: '' });
	const { text } = await createApi(app.url, app.operatorToken).call('/metrics');
	assert.doesNotMatch(text, /event_log_horizon_age_seconds\{/);
});
