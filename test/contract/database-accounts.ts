import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { activeKeysPerUserMax } from '../../src/domain/account/account.ts';
import { allRights, noRights } from '../../src/domain/account/rights.ts';
import type { OpenDatabase } from './database.ts';
import {
	fillDatabase,
	live,
	put,
	sampleAccount,
	sampleEngine,
	sampleKey,
	sampleStore,
	sampleUser,
	sampleWidget,
	toHexId,
} from './sample-data.ts';

export function testAccounts(open: OpenDatabase): void {
	describe('accounts', () => {
		test('an account is created with its owner', async (t) => {
			const { accounts } = await open(t);
			assert.equal(await accounts.createAccount(sampleAccount(), sampleUser()), 'created');
			assert.deepEqual(await accounts.findAccount(sampleAccount().id), sampleAccount());
			assert.deepEqual(await accounts.findUser(sampleUser().code), sampleUser());
			assert.deepEqual(await accounts.listUsers(sampleAccount().id), [sampleUser()]);
		});

		test('accounts are listed in order of creation', async (t) => {
			const { accounts } = await open(t);
			for (const number of [3, 1, 2]) {
				const owner = sampleUser(number, { accountId: sampleAccount(number).id });
				await accounts.createAccount(sampleAccount(number), owner);
			}
			assert.deepEqual(await accounts.listAccounts(), [3, 1, 2].map(sampleAccount));
		});

		test('an account that is not there is undefined to find and missing to change', async (t) => {
			const { accounts } = await open(t);
			assert.equal(await accounts.findAccount('x'), undefined);
			assert.equal(await accounts.findUser('x'), undefined);
			assert.equal(await accounts.renameAccount('x', 'y'), 'missing');
			assert.equal(await accounts.removeAccount('x'), 'missing');
			assert.equal(await accounts.createUser(sampleUser()), 'missing');
			assert.equal(await accounts.updateUser('x', {}), 'missing');
			assert.equal(await accounts.removeUser('x'), 'missing');
			assert.equal(await accounts.createKey(sampleKey()), 'missing');
			assert.equal(await accounts.revokeKey('x', 'y', 1), 'missing');
		});

		test('renaming changes only the name', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			assert.equal(await accounts.renameAccount(sampleAccount().id, 'Ünïcode'), 'updated');
			assert.deepEqual(await accounts.findAccount(sampleAccount().id), { ...sampleAccount(), name: 'Ünïcode' });
		});

		test('removing an account removes everything it owns', async (t) => {
			const database = await open(t);
			await fillDatabase(database);
			await database.items.write(live, [put('1')]);

			assert.equal(await database.accounts.removeAccount(sampleAccount().id), 'deleted');

			assert.deepEqual(await database.accounts.listAccounts(), []);
			assert.equal(await database.accounts.findUser(sampleUser().code), undefined);
			assert.equal(await database.accounts.findKeyByDigest(sampleKey().digest), undefined);
			assert.equal(await database.stores.findStore(sampleStore().id), undefined);
			assert.equal(await database.stores.findWidget(sampleWidget().id), undefined);
			assert.equal(await database.searchEngines.find(sampleEngine().hashid), undefined);
			assert.equal(await database.items.count(live), 'missing');
		});
	});

	describe('users', () => {
		test('changing a user changes only the named fields', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			const member = sampleUser(2, { role: 'member', email: 'a@example.com' });
			assert.equal(await accounts.createUser(member), 'created');
			const rights = { ...noRights, catalogue: 'read', searchSettings: 'write' } as const;
			assert.equal(await accounts.updateUser(member.code, { rights }), 'updated');
			assert.deepEqual(await accounts.findUser(member.code), { ...member, rights });
			assert.equal(await accounts.updateUser(member.code, { rights: noRights }), 'updated');
			assert.deepEqual(await accounts.findUser(member.code), { ...member, rights: noRights });
			assert.equal(await accounts.updateUser(member.code, { rights: allRights }), 'updated');
			assert.equal(await accounts.updateUser(member.code, { name: 'New' }), 'updated');
			assert.deepEqual(await accounts.findUser(member.code), { ...member, name: 'New' });
			assert.equal(await accounts.updateUser(member.code, { email: null }), 'updated');
			assert.deepEqual(await accounts.findUser(member.code), { ...member, name: 'New', email: null });
		});

		test('the owner cannot be removed, a member goes with its keys', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			await accounts.createUser(sampleUser(2, { role: 'member' }));
			await accounts.createKey(sampleKey(1, { userCode: sampleUser(2).code }));
			assert.equal(await accounts.removeUser(sampleUser().code), 'owner');
			assert.equal(await accounts.removeUser(sampleUser(2).code), 'deleted');
			assert.equal(await accounts.findKeyByDigest(sampleKey().digest), undefined);
			assert.deepEqual(await accounts.listUsers(sampleAccount().id), [sampleUser()]);
		});
	});

	describe('keys', () => {
		test('a key is found by its digest, with what its holder may do', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			assert.equal(await accounts.createKey(sampleKey()), 'created');
			const holder = { key: sampleKey(), accountId: sampleAccount().id, role: 'owner' };
			assert.deepEqual(await accounts.findKeyByDigest(sampleKey().digest), holder);
			assert.equal(await accounts.findKeyByDigest(toHexId(9, 64)), undefined);
		});

		test('revoking keeps the first time and takes the key off the active list', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			await accounts.createKey(sampleKey(1));
			await accounts.createKey(sampleKey(2));
			const { id: accountId } = sampleAccount();
			assert.equal(await accounts.revokeKey(accountId, sampleKey(1).id, 10), 'revoked');
			assert.equal(await accounts.revokeKey(accountId, sampleKey(1).id, 20), 'revoked');
			assert.deepEqual(await accounts.listActiveKeys(sampleUser().code), [sampleKey(2)]);
			const listed = await accounts.listKeys(accountId);
			assert.deepEqual(
				listed.map(({ id, revokedAtMs }) => [id, revokedAtMs]),
				[
					[sampleKey(1).id, 10],
					[sampleKey(2).id, null],
				],
			);
			assert.equal('digest' in (listed[0] ?? {}), false, 'a list for the caller shows no digests');
		});

		test('a key of another account is missing to revoke', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			await accounts.createKey(sampleKey());
			assert.equal(await accounts.revokeKey(sampleAccount(2).id, sampleKey().id, 10), 'missing');
			assert.deepEqual(await accounts.listActiveKeys(sampleUser().code), [sampleKey()]);
		});

		test('a user has a bounded number of active keys', async (t) => {
			const { accounts } = await open(t);
			await accounts.createAccount(sampleAccount(), sampleUser());
			for (let number = 1; number <= activeKeysPerUserMax; number += 1) await accounts.createKey(sampleKey(number));
			assert.equal(await accounts.createKey(sampleKey(99)), 'full');
			await accounts.revokeKey(sampleAccount().id, sampleKey(1).id, 10);
			assert.equal(await accounts.createKey(sampleKey(99)), 'created');
		});
	});
}
