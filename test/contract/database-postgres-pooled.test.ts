import { after, describe } from 'node:test';
import { type PgBouncer, startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { testPostgresDatabase } from './postgres-database.ts';

describe('a database behind PgBouncer', { skip: whyNoPgBouncer() }, () => {
	let pooler: PgBouncer | undefined;
	testPostgresDatabase('PostgreSQL behind PgBouncer', async (url) => {
		pooler = await startPgBouncer(url);
		return pooler.toPooled(url);
	});
	after(() => pooler?.close());
});
