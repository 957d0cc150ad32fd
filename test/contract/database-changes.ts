import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Change } from '../../src/domain/account/change.ts';
import type { Database } from '../../src/ports/database.ts';
import type { OpenDatabase } from './database.ts';
import { sampleAccount, sampleChange, sampleKey, sampleUser } from './sample-data.ts';

const accountId = sampleAccount().id;
const member = sampleUser(2, { role: 'member' });

export function testChanges(open: OpenDatabase): void {
	/** Account 1 with its owner, a key and a member, account 2 with owner 3. */
	async function openPeople(t: Parameters<OpenDatabase>[0]) {
		const database = await open(t);
		const { accounts } = database;
		await accounts.createAccount(sampleAccount(1), sampleUser(1));
		await accounts.createKey(sampleKey());
		await accounts.createUser(member);
		await accounts.createAccount(sampleAccount(2), sampleUser(3, { accountId: sampleAccount(2).id }));
		return database;
	}

	function list({ changes }: Database, request: Partial<Parameters<Database['changes']['list']>[0]> = {}) {
		return changes.list({ accountId, before: null, countMax: 9, userCode: null, area: null, ...request });
	}

	const numbersOf = (found: readonly Change[]) => found.map(({ number }) => number);

	describe('changes', () => {
		test('are listed with the names at the time, the newest first', async (t) => {
			const database = await openPeople(t);
			const { changes, accounts } = database;
			const bySession = sampleChange(1, { actor: { kind: 'session', userCode: member.code, keyId: null } });
			const keyActor = { kind: 'key', userCode: sampleUser().code, keyId: sampleKey().id } as const;
			const byKey = sampleChange(2, { actor: keyActor, createdId: 'new', sent: null, isWhole: false });
			const byOperator = sampleChange(3, { actor: { kind: 'operator', accountId } });
			for (const change of [bySession, byKey, byOperator]) assert.equal(await changes.add(change, 9), 'added');
			await accounts.updateUser(member.code, { name: 'Renamed' });
			await accounts.removeUser(member.code);
			const toChange = ({ actor, ...change }: typeof bySession, more: Pick<Change, 'number' | 'user' | 'key'>) => ({
				...change,
				by: actor.kind,
				...more,
			});
			const owner = { code: sampleUser().code, name: sampleUser().name };
			assert.deepEqual(await list(database), [
				toChange(byOperator, { number: 3, user: null, key: null }),
				toChange(byKey, { number: 2, user: owner, key: { id: sampleKey().id, name: sampleKey().name } }),
				toChange(bySession, { number: 1, user: { code: member.code, name: member.name }, key: null }),
			]);
		});

		test('are listed page by page, of a user, in an area, and of one account alone', async (t) => {
			const database = await openPeople(t);
			const { changes } = database;
			const users = [sampleUser(1).code, member.code];
			for (const number of [1, 2, 3, 4]) {
				const actor = { kind: 'session', userCode: users[number % 2] ?? '', keyId: null } as const;
				await changes.add(sampleChange(number, { actor, area: number < 3 ? 'shop' : 'catalogue' }), 9);
			}
			const other = { kind: 'session', userCode: sampleUser(3).code, keyId: null } as const;
			await changes.add(sampleChange(5, { actor: other }), 9);
			assert.deepEqual(numbersOf(await list(database, { countMax: 2 })), [4, 3]);
			assert.deepEqual(numbersOf(await list(database, { countMax: 2, before: 3 })), [2, 1]);
			assert.deepEqual(numbersOf(await list(database, { before: 1 })), []);
			assert.deepEqual(numbersOf(await list(database, { userCode: member.code })), [3, 1]);
			assert.deepEqual(numbersOf(await list(database, { area: 'catalogue' })), [4, 3]);
			assert.deepEqual(numbersOf(await list(database, { userCode: member.code, area: 'shop' })), [1]);
			assert.deepEqual(numbersOf(await list(database, { accountId: sampleAccount(2).id })), [1]);
		});

		test('of several at once are numbered without gaps, and only the newest are kept', async (t) => {
			const database = await openPeople(t);
			const { changes } = database;
			await Promise.all([1, 2, 3, 4, 5, 6].map((number) => changes.add(sampleChange(number), 4)));
			assert.deepEqual(numbersOf(await list(database)), [6, 5, 4, 3]);
			await changes.add(sampleChange(7), 2);
			assert.deepEqual(numbersOf(await list(database)), [7, 6]);
		});

		test('are forgotten by time, the oldest first, and their numbers are not used again', async (t) => {
			const database = await openPeople(t);
			const { changes } = database;
			for (const number of [1, 2, 3]) await changes.add(sampleChange(number, { atMs: 1000 * number }), 9);
			assert.equal(await changes.forgetOld(3000, 1), 'forgotten');
			assert.deepEqual(numbersOf(await list(database)), [3, 2]);
			assert.equal(await changes.forgetOld(3000, 9), 'forgotten');
			assert.equal(await changes.forgetOld(3000, 9), 'nothing');
			assert.deepEqual(numbersOf(await list(database)), [3]);
			await changes.add(sampleChange(4), 9);
			assert.deepEqual(numbersOf(await list(database)), [4, 3]);
		});

		test('of who is gone are not recorded, and those of an account go with it', async (t) => {
			const database = await openPeople(t);
			const { changes, accounts } = database;
			await changes.add(sampleChange(), 9);
			await accounts.removeUser(member.code);
			const byMember = sampleChange(2, { actor: { kind: 'session', userCode: member.code, keyId: null } });
			assert.equal(await changes.add(byMember, 9), 'missing');
			await accounts.removeAccount(accountId);
			assert.deepEqual(await list(database), []);
			assert.equal(await changes.add(sampleChange(3, { actor: { kind: 'operator', accountId } }), 9), 'missing');
		});
	});
}
