/** Counted where the driver sends them: each is a round trip. */
import pg from 'pg';
import { itemsPerBatchMax } from '../../src/domain/item/item.ts';
import { createPreparedDatabase, openTestDatabase } from '../support/prepared-postgres.ts';
import { testBulkStatements } from './bulk-statements.ts';

testBulkStatements([1, itemsPerBatchMax, 10 * itemsPerBatchMax], async (t) => {
	const statements: string[] = [];
	const database = openTestDatabase(t, await createPreparedDatabase());
	const { query } = pg.Client.prototype;
	t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...words: Parameters<typeof query>) {
		const [config] = words as readonly (string | pg.QueryConfig)[];
		statements.push(typeof config === 'string' ? config : (config?.text ?? ''));
		return query.apply(this, words);
	});
	return { database, statements };
});
