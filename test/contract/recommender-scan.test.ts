import { join } from 'node:path';
import { openInlineDatabase } from './inline-database.ts';
import { testRecommender } from './recommender-contract.ts';
import { createScanRecommender } from './scan-recommender.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

testRecommender('Scan', async (t) => {
	const directory = makeTemporaryDirectory();
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'));
	t.after(async () => {
		await database.close();
		directory.remove();
	});
	return { database, recommender: createScanRecommender(database.events), settle: async () => undefined };
});
