import assert from 'node:assert/strict';
import { chmodSync, chownSync, copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { migrations } from '../../src/adapters/sqlite/migrations.ts';
import { openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import { readPragma } from '../../src/adapters/sqlite/sqlite-connection.ts';
import {
	DatabaseTooNewError,
	DatabaseUnusableError,
	ForeignDatabaseError,
	migrate,
} from '../../src/adapters/sqlite/sqlite-file.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { startPosition, toPosition } from '../../src/domain/log/position.ts';
import { FailureError } from '../../src/lib/failure.ts';
import { collectAllGarbage } from '../support/collect-all-garbage.ts';
import {
	fillDatabase,
	live,
	put,
	remove,
	sampleAccount,
	sampleCart,
	sampleEvent,
	sampleIndex,
	sampleKey,
	sampleStore,
	sampleUser,
	sampleWidget,
	toHexId,
} from './sample-data.ts';
import { writeVersion1File } from './sqlite-version-1.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

function makeFile(t: TestContext): string {
	const directory = makeTemporaryDirectory();
	t.after(() => directory.remove());
	return join(directory.path, 'vitrine.db');
}

test('acknowledged writes are there after closing and opening again', async (t) => {
	const file = makeFile(t);
	const first = await openSqliteDatabase({ file });
	await fillDatabase(first);
	await first.items.write(live, [put('1')]);
	await first.close();
	const second = await openSqliteDatabase({ file });
	assert.deepEqual(await second.items.findMany(live, ['1']), [{ id: '1', text: '{"id":"1","price":1}' }]);
	await second.close();
});

test('only the owner may read a new database and what SQLite puts beside it', async (t) => {
	const file = makeFile(t);
	const mask = process.umask(0);
	t.after(() => process.umask(mask));
	const database = await openSqliteDatabase({ file });
	t.after(() => database.close());
	await fillDatabase(database);
	const modes = ['', '-wal', '-shm'].map((suffix) => (statSync(file + suffix).mode & 0o777).toString(8));
	assert.deepEqual(modes, ['600', '600', '600']);
});

test('an existing file keeps its mode', async (t) => {
	const file = makeFile(t);
	writeVersion1File(file);
	chmodSync(file, 0o640);
	await (await openSqliteDatabase({ file })).close();
	assert.equal((statSync(file).mode & 0o777).toString(8), '640');
});

test('closing lets queued writes finish and refuses new ones', async (t) => {
	const file = makeFile(t);
	const database = await openSqliteDatabase({ file });
	await fillDatabase(database);
	const queued = Array.from({ length: 200 }, (_, index) => database.items.write(live, [put(`${index}`)]));
	const closed = database.close();
	await assert.rejects(database.stores.createStore(sampleStore(2)), (error) => {
		return error instanceof FailureError && error.failure.code === 'unavailable';
	});
	await Promise.all([...queued, closed, database.close()]);
	const again = await openSqliteDatabase({ file });
	assert.equal(await again.items.count(live), 200);
	await again.close();
});

test('a write that waits too long is late, and may still happen', async (t) => {
	const file = makeFile(t);
	const database = await openSqliteDatabase({ file, deadlineMs: 300 });
	const blocker = new DatabaseSync(file);
	// The thread may still be starting: whichever of the two delays the write, it happens as soon as it can.
	blocker.exec('begin immediate');
	await assert.rejects(database.accounts.createAccount(sampleAccount(), sampleUser()), (error) => {
		return error instanceof FailureError && error.failure.code === 'timed_out';
	});
	assert.deepEqual(await database.accounts.listAccounts(), [], 'reads go on');
	blocker.exec('rollback');
	blocker.close();
	await database.close();
	const again = await openSqliteDatabase({ file });
	t.after(() => again.close());
	assert.deepEqual(await again.accounts.listAccounts(), [sampleAccount()]);
});

test('a file of a newer version is refused with advice, and is not changed', async (t) => {
	const file = makeFile(t);
	writeVersion1File(file);
	const raw = new DatabaseSync(file);
	raw.exec('pragma user_version = 99');
	raw.close();
	const before = readFileSync(file);
	await assert.rejects(openSqliteDatabase({ file }), (error) => {
		assert(error instanceof DatabaseTooNewError);
		assert(error.message.includes(file) && error.message.includes('99') && error.message.includes('newer version'));
		return true;
	});
	assert.deepEqual(readFileSync(file), before);
});

test('a database of another program is refused and not changed', async (t) => {
	const file = makeFile(t);
	const raw = new DatabaseSync(file);
	raw.exec('create table other (id integer)');
	raw.close();
	const before = readFileSync(file);
	await assert.rejects(openSqliteDatabase({ file }), ForeignDatabaseError);
	assert.deepEqual(readFileSync(file), before);
});

test('a file that is not a database is refused', async (t) => {
	const file = makeFile(t);
	writeFileSync(file, 'not a database, but long enough to be taken for one if nobody looked '.repeat(20));
	await assert.rejects(openSqliteDatabase({ file }), ForeignDatabaseError);
});

/** File modes do not restrict root: the process has another user id until this is disposed. */
function becomeOrdinaryUser(...paths: readonly string[]): Disposable {
	const isRoot = process.getuid?.() === 0;
	const nobodyId = 65_534;
	if (isRoot) {
		for (const path of paths) chownSync(path, nobodyId, nobodyId);
		process.seteuid?.(nobodyId);
	}
	return {
		[Symbol.dispose]() {
			if (isRoot) process.seteuid?.(0);
		},
	};
}

function isUnusable(file: string, reason: RegExp): (error: unknown) => boolean {
	return (error) =>
		error instanceof DatabaseUnusableError && error.message.includes(file) && reason.test(error.message);
}

test('a file that this user may only read is refused, not served until the first write', async (t) => {
	const [source, file] = [makeFile(t), makeFile(t)];
	const database = await openSqliteDatabase({ file: source });
	// As a killed server leaves them, with a write-ahead log that SQLite would read without complaint.
	const files = ['', '-wal', '-shm'].map((suffix) => {
		copyFileSync(source + suffix, file + suffix);
		chmodSync(file + suffix, 0o444);
		return file + suffix;
	});
	await database.close();
	using _user = becomeOrdinaryUser(dirname(file), ...files);
	await assert.rejects(openSqliteDatabase({ file }), isUnusable(file, /readonly/));
});

test('a file that cannot be opened or is damaged is refused by its name, with the reason', async (t) => {
	const missing = join(makeFile(t), 'vitrine.db');
	await assert.rejects(openSqliteDatabase({ file: missing }), isUnusable(missing, /ENOENT/));
	const damaged = makeFile(t);
	writeVersion1File(damaged);
	writeFileSync(damaged, readFileSync(damaged).subarray(0, 5000));
	await assert.rejects(openSqliteDatabase({ file: damaged }), isUnusable(damaged, /malformed/));
});

test('a file of version 1 opens with all its data', async (t) => {
	const file = makeFile(t);
	writeVersion1File(file);
	const database = await openSqliteDatabase({ file });
	t.after(() => database.close());
	assert.deepEqual(await database.accounts.listAccounts(), [sampleAccount()]);
	assert.deepEqual((await database.accounts.findKeyByDigest(sampleKey().digest))?.key, sampleKey());
	const engine = await database.searchEngines.find(live.hashid);
	assert.deepEqual(engine?.indices, [{ ...sampleIndex(), hasTemporary: false, schemaOverrides: {} }]);
	assert.equal(await database.items.count(live), 2);
	const log = await database.items.readLog(live, startPosition, { changeCountMax: 10 });
	assert(log !== 'missing');
	assert.deepEqual(
		log.changes.map(({ id, text }) => [id, text !== null]),
		[
			['2', true],
			['3', false],
			['1', true],
		],
	);
	const scroll = { itemCountMax: 10, groupId: null, nowMs: 1000, expiresAtMs: 3000 };
	const page = await database.items.continueScroll(live, toHexId(1, 32), scroll);
	assert(page !== 'missing');
	assert.deepEqual(
		page.items.map(({ id }) => id),
		['1'],
	);
	const cart = sampleCart(1, '1', { storeId: toHexId(9, 32), clientKey: null });
	assert.deepEqual(await database.events.listOfEngine(live.hashid, 'cart', 10), [cart]);
	await collectAllGarbage(database.items, 10, 1000);
	assert.deepEqual(await database.events.listOfEngine(live.hashid, 'cart', 10), []);
	assert.deepEqual(await database.items.write(live, [put('3'), remove('1')]), [
		{ id: '3', result: 'created' },
		{ id: '1', result: 'deleted' },
	]);
	await database.check();
});

test('events in a file of version 3 are still there, with their shoppers', async (t) => {
	const file = makeFile(t);
	writeVersion1File(file);
	const raw = new DatabaseSync(file);
	migrate(file, raw, migrations.slice(0, 3));
	const { id, hashid, occurredAtMs } = sampleEvent(1, { kind: 'init' });
	const details = { text: 'shoe', position: 3, resourceId: null, customResultsId: '9' };
	const payload = JSON.stringify({ userId: 'user 1', details });
	raw
		.prepare(
			`insert into event (id, kind, store_id, hashid, index_name, item_key, session_id, occurred_at_ms, payload)
			values (?, 'click', '', ?, 'product', ?, 'session 1', ?, ?)`,
		)
		.run(id, hashid, Buffer.from(toItemKey('1'), 'hex'), occurredAtMs, payload);
	raw.close();
	const database = await openSqliteDatabase({ file });
	t.after(() => database.close());
	const click = { kind: 'click', indexName: 'product', itemKey: toItemKey('1'), ...details } as const;
	assert.deepEqual(await database.events.listOfEngine(hashid, 'click', 10), [
		sampleEvent(1, click, { storeId: null, clientKey: null }),
	]);
});

test('what widgets did in a file of version 6 is counted', async (t) => {
	const file = makeFile(t);
	const raw = new DatabaseSync(file);
	migrate(file, raw, migrations.slice(0, 6));
	const { accountId, id: storeId } = sampleStore();
	const { id: widgetId } = sampleWidget();
	raw.exec(`
		insert into account (id, name, created_at_ms) values ('${accountId}', 'A', 1);
		insert into store (id, account_id, name, created_at_ms, allowed_domains, is_cors_enforced, blocked_ips)
			values ('${storeId}', '${accountId}', 'S', 1, '[]', 0, '[]');
		insert into widget (id, store_id, name, created_at_ms) values ('${widgetId}', '${storeId}', 'W', 1);
		insert into event (id, kind, store_id, widget_id, hashid, index_name, session_id, occurred_at_ms, payload)
			values ('${toHexId(1, 32)}', 'impression', '${storeId}', '${widgetId}', '${live.hashid}', '', '', 1, '{}')`);
	raw.close();
	const database = await openSqliteDatabase({ file });
	t.after(() => database.close());
	assert.equal(await database.events.countWidgetEvents(10), toPosition(1));
	const [day] = await database.events.listWidgetDays({ widgetId, firstDay: 0, lastDay: 1 });
	assert.equal(day?.impressionCount, 1);
});

test('statistics in a file of version 12 are counted again, by the hours of the store', async (t) => {
	const file = makeFile(t);
	const raw = new DatabaseSync(file);
	migrate(file, raw, migrations.slice(0, 12));
	for (const [hashid, state] of [
		[live.hashid, 'live'],
		[toHexId(2, 32), 'live'],
		[toHexId(2, 32), 'building'],
	]) {
		raw.exec(`insert into statistics_build
			(hashid, state, position, erased_up_to, is_outdated, name_count, part_count, newest_day)
			values ('${hashid}', '${state}', '7', '0', 0, 1, 1, 3)`);
	}
	raw.close();
	const database = await openSqliteDatabase({ file });
	t.after(() => database.close());
	const rebuild = await database.statistics.findRebuild();
	assert.deepEqual([rebuild?.hashid, rebuild?.position, rebuild?.attributionHours], [live.hashid, startPosition, 24]);
	const migrated = new DatabaseSync(file);
	t.after(() => migrated.close());
	const builds = migrated.prepare('select hashid, state, is_outdated from statistics_build order by id').all();
	assert.deepEqual(
		builds.map(({ hashid, state, is_outdated }) => [hashid === live.hashid, state, is_outdated]),
		[
			[true, 'live', 0],
			[false, 'live', 0],
			[false, 'building', 1],
			[true, 'building', 0],
		],
	);
});

test('statistics in a file of version 20 are counted again, by the hours that they had', async (t) => {
	const file = makeFile(t);
	const raw = new DatabaseSync(file);
	migrate(file, raw, migrations.slice(0, 20));
	raw.exec(`insert into statistics_build
		(hashid, state, position, erased_up_to, is_outdated, name_count, part_count, newest_day, attribution_hours)
		values ('${live.hashid}', 'live', '7', '0', 0, 1, 1, 3, 72)`);
	raw.close();
	const { statistics, close } = await openSqliteDatabase({ file });
	t.after(close);
	const rebuild = await statistics.findRebuild();
	assert.deepEqual([rebuild?.hashid, rebuild?.position, rebuild?.attributionHours], [live.hashid, startPosition, 72]);
	assert.notEqual((await statistics.findBuild(live.hashid))?.id, rebuild?.id, 'reports show the previous ones');
});

test('a step that fails leaves the version before it, and is tried again', (t) => {
	const raw = new DatabaseSync(makeFile(t));
	t.after(() => raw.close());
	const broken = ['create table extra (id integer)', 'insert into no_table values (1)'];
	assert.throws(() => migrate('file', raw, [...migrations, broken]), /no_table/);
	assert.equal(readPragma(raw, 'user_version'), migrations.length);
	migrate('file', raw, [...migrations, ['create table extra (id integer)']]);
	assert.equal(readPragma(raw, 'user_version'), migrations.length + 1);
	migrate('file', raw, [...migrations, ['create table extra (id integer)']]);
});

test('space that garbage collection frees goes back to the file system', async (t) => {
	const file = makeFile(t);
	const database = await openSqliteDatabase({ file });
	t.after(() => database.close());
	await fillDatabase(database);
	const text = JSON.stringify({ id: 'x', text: 'x'.repeat(500_000) });
	for (let index = 0; index < 60; index += 1) {
		await database.items.write(live, [{ kind: 'put', id: `${index}`, text, groupId: null }]);
	}
	await database.searchEngines.remove(live.hashid);
	await collectAllGarbage(database.items, 10, 1);
	const raw = new DatabaseSync(file, { readOnly: true });
	t.after(() => raw.close());
	const countRows = (table: string) => raw.prepare(`select count(*) as rowCount from ${table}`).get()?.rowCount;
	assert.deepEqual([countRows('item'), countRows('generation')], [0, 0]);
	assert(readPragma(raw, 'page_count') < 4500, `${readPragma(raw, 'page_count')} pages are left of 7600`);
});
