import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { allRights } from '../../src/domain/account/rights.ts';
import { sessionsPerUserMax } from '../../src/domain/account/session.ts';
import type { OpenDatabase } from './database.ts';
import { sampleAccount, sampleKey, sampleLink, sampleSession, sampleUser } from './sample-data.ts';

export function testSignIns(open: OpenDatabase): void {
	/** Account 1 with its owner and member 2, account 2 with owner 3; all have the same address in their own spelling. */
	async function openPeople(t: Parameters<OpenDatabase>[0]) {
		const database = await open(t);
		const { accounts } = database;
		await accounts.createAccount(sampleAccount(1), sampleUser(1, { email: 'Ana@shop.example' }));
		await accounts.createUser(sampleUser(2, { role: 'member', email: 'ana@shop.example' }));
		const owner = sampleUser(3, { accountId: sampleAccount(2).id, email: 'ANA@SHOP.example' });
		await accounts.createAccount(sampleAccount(2), owner);
		return database;
	}

	describe('passwords', () => {
		const passwordOf = (number: number, hash = `hash ${number}`) => ({ userCode: sampleUser(number).code, hash });

		test('are found by the address in any case, those of the oldest users first, and by account', async (t) => {
			const { signIns } = await openPeople(t);
			for (const number of [3, 1]) assert.equal(await signIns.setPassword(passwordOf(number), ''), 'updated');
			const request = { emailKey: 'ana@shop.example', accountId: null, countMax: 9 };
			assert.deepEqual(await signIns.findPasswords(request), [passwordOf(1), passwordOf(3)]);
			assert.deepEqual(await signIns.findPasswords({ ...request, countMax: 1 }), [passwordOf(1)]);
			const { id: accountId } = sampleAccount(2);
			assert.deepEqual(await signIns.findPasswords({ ...request, accountId }), [passwordOf(3)]);
			assert.deepEqual(await signIns.findPasswords({ ...request, emailKey: 'ben@shop.example' }), []);
		});

		test('are not needed to find users by their address', async (t) => {
			const { signIns } = await openPeople(t);
			const request = { emailKey: 'ana@shop.example', accountId: null, countMax: 9 };
			const codes = [1, 2, 3].map((number) => sampleUser(number).code);
			assert.deepEqual(await signIns.findUsersByEmail(request), codes);
			assert.deepEqual(await signIns.findUsersByEmail({ ...request, countMax: 2 }), codes.slice(0, 2));
			const { id: accountId } = sampleAccount(2);
			assert.deepEqual(await signIns.findUsersByEmail({ ...request, accountId }), codes.slice(2));
			assert.deepEqual(await signIns.findUsersByEmail({ ...request, emailKey: 'ben@shop.example' }), []);
		});

		test('follow a change of the address', async (t) => {
			const { accounts, signIns } = await openPeople(t);
			await signIns.setPassword(passwordOf(2), '');
			await accounts.updateUser(sampleUser(2).code, { email: 'ÖZIL@shop.example' });
			const find = (emailKey: string) => signIns.findPasswords({ emailKey, accountId: null, countMax: 9 });
			assert.deepEqual(await find('özil@shop.example'), [passwordOf(2)]);
			assert.deepEqual(await find('ana@shop.example'), []);
			await accounts.updateUser(sampleUser(2).code, { email: null });
			assert.deepEqual(await find('özil@shop.example'), []);
		});

		test('replace one another, end all sessions of the user but one, and go with the user', async (t) => {
			const { accounts, signIns } = await openPeople(t);
			const userCode = sampleUser(2).code;
			for (const number of [1, 2, 3]) await signIns.openSession(sampleSession(number, { userCode }));
			await signIns.openSession(sampleSession(4));
			await signIns.setPassword(passwordOf(2), sampleSession(2).id);
			await signIns.setPassword(passwordOf(2, 'other'), sampleSession(2).id);
			assert.deepEqual(await signIns.findPassword(userCode), passwordOf(2, 'other'));
			const left = await Promise.all([1, 2, 3, 4].map((number) => signIns.findSession(sampleSession(number).id)));
			assert.deepEqual(
				left.map((holder) => holder !== undefined),
				[false, true, false, true],
			);
			await accounts.removeUser(userCode);
			assert.equal(await signIns.findPassword(userCode), undefined);
			assert.equal(await signIns.setPassword(passwordOf(2), ''), 'missing');
		});

		test('that were replaced meanwhile open no session', async (t) => {
			const { signIns } = await openPeople(t);
			const session = (number: number) => sampleSession(number, { userCode: sampleUser(2).code });
			await signIns.setPassword(passwordOf(2), '');
			assert.equal(await signIns.openSession(session(1), { passwordHash: 'hash 2' }), 'opened');
			await signIns.setPassword(passwordOf(2, 'other'), '');
			assert.equal(await signIns.openSession(session(2), { passwordHash: 'hash 2' }), 'missing');
			const withoutPassword = { passwordHash: 'hash 2' };
			assert.equal(await signIns.openSession(sampleSession(3), withoutPassword), 'missing');
			const opened = await Promise.all([1, 2, 3].map((number) => signIns.findSession(sampleSession(number).id)));
			assert.deepEqual(opened, [undefined, undefined, undefined]);
		});
	});

	describe('links', () => {
		test('are used once, by one of all that try at once', async (t) => {
			const { signIns } = await openPeople(t);
			assert.equal(await signIns.putLink(sampleLink()), 'updated');
			assert.equal(await signIns.findLink(sampleLink().digest, 1), sampleUser().code);
			const tries = await Promise.all(Array.from({ length: 8 }, () => signIns.useLink(sampleLink().digest, 1)));
			assert.deepEqual(
				tries.filter((userCode) => userCode !== undefined),
				[sampleUser().code],
			);
			assert.equal(await signIns.useLink(sampleLink().digest, 1), undefined);
			assert.equal(await signIns.findLink(sampleLink().digest, 1), undefined);
		});

		test('end with a new password of their user, and with all sessions', async (t) => {
			const { signIns } = await openPeople(t);
			const { code: userCode } = sampleUser();
			const endings = [
				() => signIns.setPassword({ userCode, hash: 'h' }, sampleSession().id),
				() => signIns.endSessions(userCode),
			];
			await signIns.putLink(sampleLink(2, { userCode: sampleUser(2).code }));
			for (const end of endings) {
				await signIns.putLink(sampleLink());
				await end();
				assert.equal(await signIns.findLink(sampleLink().digest, 1), undefined);
			}
			assert.equal(await signIns.findLink(sampleLink(2).digest, 1), sampleUser(2).code);
		});

		test('expire, replace one another, and go with their user', async (t) => {
			const { accounts, signIns } = await openPeople(t);
			await signIns.putLink(sampleLink(1));
			for (const find of [signIns.findLink, signIns.useLink]) {
				assert.equal(await find(sampleLink(1).digest, sampleLink(1).expiresAtMs), undefined);
			}
			await signIns.putLink(sampleLink(2));
			assert.equal(await signIns.useLink(sampleLink(1).digest, 1), undefined);
			assert.equal(await signIns.useLink(sampleLink(2).digest, sampleLink(2).expiresAtMs - 1), sampleUser().code);
			const { code: userCode } = sampleUser(2);
			await signIns.putLink(sampleLink(3, { userCode }));
			await accounts.removeUser(userCode);
			assert.equal(await signIns.useLink(sampleLink(3).digest, 1), undefined);
			assert.equal(await signIns.putLink(sampleLink(3, { userCode })), 'missing');
		});
	});

	describe('sessions', () => {
		test('are found with what their user may do, until they end', async (t) => {
			const { accounts, signIns } = await openPeople(t);
			await accounts.createKey(sampleKey());
			const sessions = [
				sampleSession(1, { method: 'key', keyId: sampleKey().id }),
				sampleSession(2, { userCode: sampleUser(2).code }),
			];
			for (const session of sessions) assert.equal(await signIns.openSession(session), 'opened');
			const found = await Promise.all(sessions.map(({ id }) => signIns.findSession(id)));
			assert.deepEqual(found, [
				{ session: sessions[0], accountId: sampleAccount(1).id, role: 'owner', rights: allRights },
				{ session: sessions[1], accountId: sampleAccount(1).id, role: 'member', rights: allRights },
			]);
			assert.equal(await signIns.endSession(sampleSession(1).id), 'ended');
			assert.equal(await signIns.endSession(sampleSession(1).id), 'ended');
			assert.equal(await signIns.findSession(sampleSession(1).id), undefined);
			assert.notEqual(await signIns.findSession(sampleSession(2).id), undefined);
		});

		test('end with their user, with their key, and all at once', async (t) => {
			const { accounts, signIns } = await openPeople(t);
			await accounts.createKey(sampleKey());
			await signIns.openSession(sampleSession(1, { method: 'key', keyId: sampleKey().id }));
			await signIns.openSession(sampleSession(2, { userCode: sampleUser(2).code }));
			for (const number of [3, 4]) await signIns.openSession(sampleSession(number));
			const isOpen = async (number: number) => (await signIns.findSession(sampleSession(number).id)) !== undefined;
			await accounts.revokeKey(sampleAccount().id, sampleKey().id, 1);
			await accounts.removeUser(sampleUser(2).code);
			assert.deepEqual(await Promise.all([1, 2, 3, 4].map(isOpen)), [false, false, true, true]);
			assert.equal(await signIns.endSessions(sampleUser().code), 'ended');
			assert.deepEqual(await Promise.all([3, 4].map(isOpen)), [false, false]);
			assert.equal(await signIns.openSession(sampleSession(5, { userCode: sampleUser(2).code })), 'missing');
		});

		test('of a user are bounded: expired ones go first, then the oldest', async (t) => {
			const { signIns } = await openPeople(t);
			const isOpen = async (number: number) => (await signIns.findSession(sampleSession(number).id)) !== undefined;
			await signIns.openSession(sampleSession(9999, { createdAtMs: 1, expiresAtMs: 2 }));
			for (let number = 1; number <= sessionsPerUserMax; number += 1) await signIns.openSession(sampleSession(number));
			assert.deepEqual([await isOpen(9999), await isOpen(1)], [false, true]);
			await signIns.openSession(sampleSession(500));
			assert.deepEqual([await isOpen(1), await isOpen(2), await isOpen(500)], [false, true, true]);
		});
	});
}
