/**
 * No statement of the program scans a table that grows, according to SQLite's own plan of each. Foreign keys have no
 * plan, so their child columns are checked for an index.
 */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { writeCases } from './database-scenario.ts';
import { openInlineDatabase } from './inline-database.ts';
import { fillDatabase, live, sampleAccount, sampleStore, sampleUser, sampleWidget } from './sample-data.ts';
import { makeTemporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

/** Steps of plans that look like a scan of a table, each with the reason why it is none, or a short one. */
const allowedSteps: readonly { readonly step: RegExp; readonly sql: RegExp; readonly reason: string }[] = [
	{ step: /SCAN account/, sql: /^select \* from "account"/, reason: 'listing all accounts is the question' },
	{
		step: /SCAN event$/,
		sql: /order by (?:"serial"|event\.serial) desc limit/,
		reason: 'the last row of the primary key',
	},
	{ step: /TEMP B-TREE/, sql: /^insert into "cart_event"/, reason: 'the events since the watermark' },
	{ step: /SCAN CONSTANT ROW/, sql: /^select \(select/, reason: 'no table at all' },
	{
		step: /SCAN (\d+ CONSTANT ROWS|CONSTANT ROW|0-ROW VALUES|\(subquery-)/,
		sql: /^with "input"/,
		reason: 'its own rows',
	},
	{ step: /SCAN event$/, sql: /as "watermark"$/, reason: 'the last row of the primary key' },
	{ step: /SCAN health/, sql: /"health"/, reason: 'one row' },
	{ step: /INDEX reindex_task_running$/, sql: /"reindex_task"/, reason: 'the index has running copies alone' },
	{ step: /INDEX generation_retired$/, sql: /"generation"/, reason: 'the index has retired generations alone' },
	{ step: /SCAN removed_store$/, sql: /order by "id" limit/, reason: 'the first row of the primary key' },
	{ step: /SCAN (current|replaced)$/, sql: /"superseded_seq"/, reason: 'one chunk of a page' },
	{ step: /SCAN next LEFT-JOIN$/, sql: /^select "search_index"/, reason: 'one chunk of the log' },
	{ step: /TEMP B-TREE/, sql: /"superseded_seq"/, reason: 'one chunk of a page' },
	{ step: /TEMP B-TREE/, sql: /^select "api_key"/, reason: 'the keys of one account' },
	{ step: /TEMP B-TREE/, sql: /^select "widget"/, reason: 'the widgets of one account' },
	{ step: /SCAN search_index/, sql: /"(live|temporary)_generation_id"/, reason: 'all generations are the question' },
	{ step: /TEMP B-TREE/, sql: /"followed_seq"/, reason: 'the generations a follower is behind of' },
	{ step: /TEMP B-TREE/, sql: /^select "search_engine"/, reason: 'the indices of one search engine' },
];

const walks = [
	{ hashid: null, userId: 'u' },
	{ hashid: live.hashid, userId: 'u' },
	{ hashid: live.hashid, sessionId: 's' },
	{ hashid: live.hashid },
] as const;

interface Recording {
	readonly raw: DatabaseSync;
	readonly statements: ReadonlySet<string>;
}

/** Runs every method of the port and records the statements. */
async function record(t: TestContext): Promise<Recording> {
	const statements = new Set<string>();
	const directories: TemporaryDirectory[] = [];
	const note = (sql: string) => void statements.add(sql);
	for (const { prepare, run } of writeCases) {
		const directory = makeTemporaryDirectory();
		directories.push(directory);
		const database = openInlineDatabase(join(directory.path, 'vitrine.db'), note, note);
		await fillDatabase(database);
		await prepare?.(database);
		await run(database);
		await readAll(database);
		await database.close();
	}
	const raw = new DatabaseSync(join(directories[0]?.path ?? '', 'vitrine.db'));
	t.after(() => {
		raw.close();
		for (const directory of directories) directory.remove();
	});
	return { raw, statements };
}

async function readAll(database: Database): Promise<void> {
	const { accounts, signIns, secondFactors, changes, stores, searchEngines, searchSettings } = database;
	const { items, generations, events } = database;
	const { id } = sampleAccount();
	await searchSettings.update(live.hashid, { facets: [] });
	await Promise.all([
		searchSettings.read(live.hashid, undefined),
		accounts.findAccount(id),
		accounts.listAccounts(),
		accounts.findUser(sampleUser().code),
		accounts.listUsers(id),
		accounts.findKeyByDigest('x'),
		accounts.listActiveKeys(sampleUser().code),
		accounts.listKeys(id),
		signIns.findPasswords({ emailKey: 'x', accountId: null, countMax: 1 }),
		signIns.findPasswords({ emailKey: 'x', accountId: id, countMax: 1 }),
		signIns.findUsersByEmail({ emailKey: 'x', accountId: null, countMax: 1 }),
		signIns.findUsersByEmail({ emailKey: 'x', accountId: id, countMax: 1 }),
		signIns.findPassword('x'),
		signIns.findLink('x', 0),
		signIns.findSession('x'),
		secondFactors.find('x'),
		secondFactors.listActive(id),
		...[null, sampleUser().code].flatMap((userCode) =>
			[null, 'shop' as const].map((area) => changes.list({ accountId: id, before: 9, countMax: 9, userCode, area })),
		),
		stores.findStore(sampleStore().id),
		stores.listStores(id),
		stores.findWidget(sampleWidget().id),
		stores.listWidgets(id),
		searchEngines.find(live.hashid),
		searchEngines.list(id),
		searchEngines.findReindex(live.hashid, live.indexName, 0),
		items.findMany(live, ['1']),
		items.findMany(live, ['1', '2', '3']),
		items.count(live),
		items.readLog(live, startPosition, { changeCountMax: 10 }),
		generations.listOfSearchEngine(live.hashid, 'live', 'indexer'),
		generations.listBehind('indexer', 0, 10),
		generations.listAll('indexer', 0, 10),
		generations.listIds(),
		events.listOfEngine(live.hashid, 'cart', 10),
		events.log().read(startPosition, 10),
		events.log({ kinds: ['search', 'view'] }).read(startPosition, 10),
		events.log().readEnd(),
		events.log({ hashid: live.hashid }).read(startPosition, 10),
		events.log({ hashid: live.hashid, kinds: ['view'] }).read(startPosition, 10),
		events.listWidgetDays({ widgetId: sampleWidget().id, firstDay: 0, lastDay: 1 }),
		...walks.map((walk) => events.findOfShopper({ after: startPosition, eventCountMax: 1, ...walk })),
	]);
}

test('no statement scans or sorts a table that grows', async (t) => {
	const { raw, statements } = await record(t);
	const offences: string[] = [];
	for (const sql of statements) {
		if (/^(begin|commit|rollback)/.test(sql)) continue;
		for (const { detail } of raw.prepare(`explain query plan ${sql}`).all()) {
			const step = String(detail);
			const isAllowed = allowedSteps.some((allowed) => allowed.step.test(step) && allowed.sql.test(sql));
			if (/^SCAN|TEMP B-TREE/.test(step) && !isAllowed) offences.push(`${step}: ${sql}`);
			const isByGeneration = /^SEARCH item USING.*\(generation_id=\?\)/.test(step);
			if (sql.startsWith('with "input"') && isByGeneration) offences.push(`${step}: ${sql}`);
		}
	}
	assert(statements.size > 80, `only ${statements.size} statements were seen`);
	assert.deepEqual(offences, []);
});

test('every column that a foreign key points from starts an index', async (t) => {
	const { raw } = await record(t);
	const tables = raw.prepare(`select name from sqlite_schema where type = 'table'`).all();
	let keyCount = 0;
	for (const { name } of tables) {
		const indexed = raw
			.prepare(
				'select info.name from pragma_index_list(?) as list, pragma_index_info(list.name) as info ' +
					'where info.seqno = 0 and list.partial = 0',
			)
			.all(String(name));
		for (const { from } of raw.prepare('select "from" from pragma_foreign_key_list(?)').all(String(name))) {
			keyCount += 1;
			assert(
				indexed.some((index) => index.name === from),
				`${name}.${from} has no index`,
			);
		}
	}
	assert(keyCount >= 8);
});
