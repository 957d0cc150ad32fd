/** What does a reader get when a temporary index goes live between two of its statements? */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createGenerationReads } from '../../src/adapters/sql/generation-reads.ts';
import { openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import { openReadConnection } from '../../src/adapters/sqlite/sqlite-file.ts';
import { toPosition } from '../../src/domain/log/position.ts';
import { createDurableFiles } from '../../src/followers/runtime/durable-files.ts';
import { createOpenIndexOpener } from '../../src/followers/search-index/open-index-opener.ts';
import { fillDatabase, live, put, temporary } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';

const follower = 'indexer';
const { hashid, indexName } = live;

/** Reads in which the temporary index goes live after statement `count`. */
async function openReads(t: TestContext, count: number) {
	const directory = makeTemporaryDirectory();
	const file = join(directory.path, 'vitrine.db');
	const database = await openSqliteDatabase({ file });
	await fillDatabase(database);
	await database.searchEngines.createTemporary(hashid, indexName);
	await database.items.write(temporary, [put('new')]);
	const [next] = await database.generations.listOfSearchEngine(hashid, 'temporary', follower);
	assert(next);
	const connection = openReadConnection(file, { cacheBytesMax: 1024 ** 2 });
	t.after(async () => {
		await connection.close();
		await database.close();
		directory.remove();
	});
	let statementCount = 0;
	const generations = createGenerationReads({
		...connection,
		async all(query, args) {
			const rows = await connection.all(query, args);
			statementCount += 1;
			if (statementCount === count) await database.searchEngines.replaceByTemporary(hashid, indexName);
			return rows;
		},
	});
	return { database, generations, directory, generationId: next.generationId };
}

for (const count of [1, 2]) {
	const when = count === 1 ? 'between the two statements' : 'after both statements';

	test(`an index that goes live ${when} is among all that there are`, async (t) => {
		const { generations, generationId } = await openReads(t, count);
		const ids = await generations.listIds();
		assert(ids.includes(generationId), 'whoever cleans up would delete what is live');
		assert.equal(new Set(ids).size, ids.length, 'each once');
	});

	for (const list of ['listAll', 'listBehind'] as const) {
		test(`an index that goes live ${when} of ${list} is listed once`, async (t) => {
			const { generations, generationId } = await openReads(t, count);
			const found = (await generations[list](follower, 0, 100)).filter((state) => state.generationId === generationId);
			assert.deepEqual(
				found.map(({ kind, end }) => [kind, end]),
				[[count === 1 ? 'live' : 'temporary', toPosition(1)]],
			);
		});
	}

	test(`an index that goes live ${when} does not count as removed`, async (t) => {
		const { database, generations, directory, generationId } = await openReads(t, count);
		const opener = createOpenIndexOpener({
			store: { generations, items: database.items },
			files: createDurableFiles(),
			directory: join(directory.path, 'search'),
			follower,
		});
		assert.equal((await opener.findState(hashid, generationId))?.generationId, generationId);
	});
}
