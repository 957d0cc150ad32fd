/**
 * Statement n of a write fails, for every n, including `begin` and `commit`. Afterwards the database is as before or as
 * after the write, never in between; the answer says which; and the next write works.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { FailureError } from '../../src/lib/failure.ts';
import type { Database } from '../../src/ports/database.ts';
import { writeCases } from '../contract/database-scenario.ts';
import { openInlineDatabase } from '../contract/inline-database.ts';
import { fillDatabase, live, put, sampleStore, sampleWidget } from '../contract/sample-data.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';

/** Lets `skipCount` statements pass and fails the next one, or that one and all after it. */
interface Fault {
	skipCount: number;
	isLasting: boolean;
	hasFired: boolean;
}

/** The error of `node:sqlite` when the disk is full. */
function diskFull(): Error {
	return Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
}

interface Setup {
	readonly database: Database;
	readonly dump: () => string;
	arm(skipCount: number, isLasting: boolean): Fault;
	disarm(): void;
}

async function setUp(t: TestContext): Promise<Setup> {
	const directory = makeTemporaryDirectory();
	const file = join(directory.path, 'vitrine.db');
	let fault: Fault | undefined;
	const database = openInlineDatabase(file, () => {
		if (fault === undefined) return;
		if (fault.skipCount > 0) {
			fault.skipCount -= 1;
			return;
		}
		if (fault.hasFired && !fault.isLasting) return;
		fault.hasFired = true;
		throw diskFull();
	});
	const raw = new DatabaseSync(file, { readOnly: true });
	t.after(async () => {
		raw.close();
		await database.close();
		directory.remove();
	});
	await fillDatabase(database);
	return {
		database,
		dump: () => dumpTables(raw),
		arm(skipCount, isLasting) {
			fault = { skipCount, isLasting, hasFired: false };
			return fault;
		},
		disarm() {
			fault = undefined;
		},
	};
}

/** Every row of every table except the one that `check` writes. */
function dumpTables(raw: DatabaseSync): string {
	const tables = raw.prepare(`select name from sqlite_schema where type = 'table' and name <> 'health'`).all();
	return JSON.stringify(tables.map(({ name }) => [name, raw.prepare(`select * from ${name}`).all()]));
}

describe('a statement of a write fails', () => {
	for (const isLasting of [false, true]) {
		for (const { name, prepare, run } of writeCases) {
			test(`${name}: ${isLasting ? 'and all after it' : 'once'}`, async (t) => {
				const { database, dump, arm, disarm } = await setUp(t);
				await prepare?.(database);
				const before = dump();
				for (let skipCount = 0; ; skipCount += 1) {
					assert(skipCount < 100, 'the fault fires for ever');
					const fault = arm(skipCount, isLasting);
					const error = await run(database).then(
						() => undefined,
						(reason: unknown) => reason,
					);
					disarm();
					if (!fault.hasFired) break;
					assert(error instanceof FailureError && error.failure.code === 'unavailable', String(error));
					assert(error.cause instanceof Error && error.cause.message.includes('full'), 'the log learns why');
					assert.equal(dump(), before, `statement ${skipCount} left something behind`);
					await database.check();
				}
				assert.notEqual(dump(), before, 'the write changes something');
			});
		}
	}
});

describe('a statement of a group of writes fails', () => {
	/** One group, because they are called in one tick. */
	const writeGroup = ({ stores, items }: Database) =>
		Promise.allSettled([
			stores.createStore(sampleStore(2)),
			items.write(live, [put('1'), put('2')]),
			stores.createWidget(sampleWidget(2)),
		]);

	test('once: every call still succeeds, on its own', async (t) => {
		const { database, dump, arm, disarm } = await setUp(t);
		const before = dump();
		const fault = arm(5, false);
		const results = await writeGroup(database);
		disarm();
		assert(fault.hasFired);
		assert.deepEqual(
			results.map(({ status }) => status),
			['fulfilled', 'fulfilled', 'fulfilled'],
		);
		assert.notEqual(dump(), before);
		assert.equal(await database.items.count(live), 2);
	});

	test('and all after it: every call fails and nothing is left', async (t) => {
		const { database, dump, arm, disarm } = await setUp(t);
		const before = dump();
		arm(5, true);
		const results = await writeGroup(database);
		disarm();
		assert(results.every(({ status }) => status === 'rejected'));
		assert.equal(dump(), before);
		await database.check();
	});

	test('because of one call: the others succeed', async (t) => {
		const { database } = await setUp(t);
		const results = await Promise.allSettled([
			database.stores.createStore(sampleStore(2)),
			database.stores.createStore(sampleStore(2)),
			database.items.write(live, [put('1')]),
			database.stores.createWidget(sampleWidget(1)),
			database.stores.createStore(sampleStore(3)),
		]);
		assert.deepEqual(
			results.map(({ status }) => status),
			['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
		);
		const [, duplicate] = results;
		assert(duplicate?.status === 'rejected' && !(duplicate.reason instanceof FailureError), 'a fault of ours');
		assert.equal(await database.items.count(live), 1);
	});
});
