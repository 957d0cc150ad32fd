import { after, describe } from 'node:test';
import { type PgBouncer, startPgBouncer, whyNoPgBouncer } from '../support/pgbouncer.ts';
import { isSoak } from '../support/test-length.ts';
import { testPostgresDatabase } from './postgres-database.ts';

/** `npm test` has the contract without a pooler, and a served process behind one. */
const whyNot = whyNoPgBouncer() || (!isSoak && 'the long form alone');

describe('a database behind PgBouncer', { skip: whyNot }, () => {
	let pooler: PgBouncer | undefined;
	testPostgresDatabase('PostgreSQL behind PgBouncer', async (url) => {
		pooler = await startPgBouncer(url);
		return pooler.toPooled(url);
	});
	after(() => pooler?.close());
});
