import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { queryPostgres as query } from './query-postgres.ts';

describe('a PostgreSQL server for tests', () => {
	let server: PostgresServer;
	before(async () => {
		server = await startPostgresServer();
	});
	after(() => server.close());

	it('writes to disk what it acknowledges', async () => {
		assert.deepEqual(await query(server.url, 'show fsync'), [{ fsync: 'on' }]);
	});

	it('gives each caller a database, a copy if a template is named', async () => {
		const first = await server.createDatabase();
		await query(first, 'create table note (text text); insert into note values ($$a$$)');
		const second = await server.createDatabase(new URL(first).pathname.slice(1));
		assert.deepEqual(await query(second, 'select text from note'), [{ text: 'a' }]);
	});

	it('keeps what was committed through a crash, at the same address', async (t) => {
		if (!server.isOwned) return t.skip('a given server is not ours to stop');
		const url = await server.createDatabase();
		await query(url, 'create table note (text text); insert into note values ($$a$$)');
		await server.stop('immediate');
		await assert.rejects(query(url, 'select 1'), { code: 'ECONNREFUSED' });
		await server.start();
		assert.deepEqual(await query(url, 'select text from note'), [{ text: 'a' }]);
	});
});
