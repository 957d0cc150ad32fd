import { join } from 'node:path';
import { itemsPerBatchMax } from '../../src/domain/item/item.ts';
import { testBulkStatements } from './bulk-statements.ts';
import { openInlineDatabase } from './inline-database.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

testBulkStatements([1, itemsPerBatchMax], async (t) => {
	const directory = makeTemporaryDirectory();
	const statements: string[] = [];
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'), (sql) => statements.push(sql));
	t.after(async () => {
		await database.close();
		directory.remove();
	});
	return { database, statements };
});
