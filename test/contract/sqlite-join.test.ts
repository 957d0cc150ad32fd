/** A database that several threads have open. A port works the same within one thread, so the test uses one. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { joinSqliteDatabase, openSqliteDatabase } from '../../src/adapters/sqlite/open-sqlite-database.ts';
import { FailureError } from '../../src/lib/failure.ts';
import { sampleAccount, sampleUser } from './sample-data.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

async function openBoth() {
	const directory = makeTemporaryDirectory();
	const owner = await openSqliteDatabase({ file: join(directory.path, 'vitrine.db') });
	const joined = joinSqliteDatabase(owner.connect(), { queuedWritesMax: 3 });
	return { owner, joined, remove: directory.remove };
}

function isRefusal(code: string) {
	return (error: unknown) => error instanceof FailureError && error.failure.code === code;
}

test('a write through either is seen by both when it is answered, and so is that there was one', async () => {
	const { owner, joined, remove } = await openBoth();
	const pairs = [
		[owner, joined],
		[joined, owner],
	] as const;
	for (const [index, [writer, reader]] of pairs.entries()) {
		const before = reader.invalidation.readSettingsVersion();
		const account = sampleAccount(index);
		await writer.accounts.createAccount(account, sampleUser(index, { accountId: account.id }));
		assert.notEqual(reader.invalidation.readSettingsVersion(), before);
		assert.deepEqual(await reader.accounts.findAccount(account.id), account);
	}
	await joined.close();
	await owner.close();
	remove();
});

test('concurrent writes of both are each answered to their sender', async () => {
	const { owner, joined, remove } = await openBoth();
	const created = await Promise.allSettled(
		Array.from({ length: 60 }, async (_, index) => {
			const database = index % 20 === 0 ? joined : owner;
			const account = sampleAccount(index);
			await database.accounts.createAccount(account, sampleUser(index, { accountId: account.id }));
			return (await database.accounts.findAccount(account.id))?.id;
		}),
	);
	assert.deepEqual(
		created.map((outcome) => outcome.status === 'fulfilled' && outcome.value),
		Array.from({ length: 60 }, (_, index) => sampleAccount(index).id),
	);
	await joined.close();
	await owner.close();
	remove();
});

test('each has its own bounds, and closing one does not affect the other', async () => {
	const { owner, joined, remove } = await openBoth();
	const checks = Array.from({ length: 4 }, () => joined.check());
	const outcomes = await Promise.allSettled(checks);
	assert.deepEqual(
		outcomes.map(({ status }) => status),
		['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
	);
	await joined.close();
	await assert.rejects(joined.check());
	await owner.check();
	await owner.close();
	remove();
});

test('one whose writer is gone reports that', async () => {
	const { owner, joined, remove } = await openBoth();
	await joined.check();
	await owner.close();
	await assert.rejects(joined.events.recordMany([]), isRefusal('unavailable'));
	await joined.close();
	remove();
});
