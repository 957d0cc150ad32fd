/** A database with one empty index, and a connection to OpenSearch whose indexes are removed after the test. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type OpenSearchConnection, openConnection } from '../../../src/adapters/opensearch/opensearch-connection.ts';
import type { Database } from '../../../src/ports/database.ts';
import { openInlineDatabase } from '../../contract/inline-database.ts';
import { fillDatabase } from '../../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../../contract/temporary-directory.ts';
import { neverMs } from '../wait-for.ts';
import type { OpenSearchNode } from './opensearch-node.ts';

export interface IndexerParts {
	readonly database: Database;
	readonly connection: OpenSearchConnection;
	readonly prefix: string;
}

let count = 0;

export async function openIndexerParts(t: TestContext, { url }: Pick<OpenSearchNode, 'url'>): Promise<IndexerParts> {
	const directory = makeTemporaryDirectory();
	const database = openInlineDatabase(join(directory.path, 'vitrine.db'));
	count += 1;
	const prefix = `test-${process.pid}-indexer${count}`;
	const connection = openConnection({
		...{ url, user: undefined, password: undefined, caFile: undefined, prefix },
		...{ shards: 2, replicas: 0, timeoutMs: neverMs },
	});
	t.after(async () => {
		await connection.send({ path: `/${prefix}-*`, method: 'DELETE', accepted: [404] });
		await connection.close();
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	return { database, connection, prefix };
}
