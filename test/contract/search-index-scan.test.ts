import { join } from 'node:path';
import { openInlineDatabase } from './inline-database.ts';
import { createScanSearchIndex } from './scan-search-index.ts';
import { testSearchIndex } from './search-index-contract.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

testSearchIndex('Scan', async (t) => {
	const directory = makeTemporaryDirectory();
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'));
	t.after(async () => {
		await database.close();
		directory.remove();
	});
	return { database, searchIndex: createScanSearchIndex(database.items), settle: async () => undefined };
});
