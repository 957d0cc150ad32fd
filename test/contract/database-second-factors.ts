import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OpenDatabase } from './database.ts';
import { sampleAccount, sampleActivation, sampleSession, sampleUser } from './sample-data.ts';

export function testSecondFactors(open: OpenDatabase): void {
	const { code: userCode } = sampleUser(2);

	/** Account 1 with its owner and member 2. */
	async function openPeople(t: Parameters<OpenDatabase>[0]) {
		const database = await open(t);
		await database.accounts.createAccount(sampleAccount(1), sampleUser(1));
		await database.accounts.createUser(sampleUser(2, { role: 'member' }));
		return database;
	}

	async function openActive(t: Parameters<OpenDatabase>[0]) {
		const database = await openPeople(t);
		assert.equal(await database.secondFactors.put({ userCode, sealed: 'secret' }), 'updated');
		assert.equal(await database.secondFactors.activate(sampleActivation({ userCode }), ''), 'updated');
		return database;
	}

	describe('second factors', () => {
		test('replace one another until one is active, which then stays until it is removed', async (t) => {
			const { secondFactors } = await openPeople(t);
			assert.equal(await secondFactors.find(userCode), undefined);
			for (const sealed of ['first', 'secret']) {
				assert.equal(await secondFactors.put({ userCode, sealed }), 'updated');
				assert.deepEqual(await secondFactors.find(userCode), { userCode, sealed, isActive: false });
			}
			const activation = sampleActivation({ userCode });
			assert.equal(await secondFactors.activate({ ...activation, sealed: 'first' }, ''), 'missing');
			assert.equal(await secondFactors.activate(activation, ''), 'updated');
			assert.equal(await secondFactors.activate(activation, ''), 'missing');
			assert.equal(await secondFactors.put({ userCode, sealed: 'other' }), 'active');
			assert.deepEqual(await secondFactors.find(userCode), { userCode, sealed: 'secret', isActive: true });
			assert.equal(await secondFactors.remove(userCode), 'removed');
			assert.equal(await secondFactors.remove(userCode), 'missing');
			assert.equal(await secondFactors.find(userCode), undefined);
			assert.equal(await secondFactors.put({ userCode, sealed: 'other' }), 'updated');
		});

		test('are listed by account once they are active', async (t) => {
			const { accounts, secondFactors } = await openPeople(t);
			const stranger = sampleUser(3, { accountId: sampleAccount(2).id });
			await accounts.createAccount(sampleAccount(2), stranger);
			for (const code of [sampleUser(1).code, userCode, stranger.code]) {
				await secondFactors.put({ userCode: code, sealed: 'secret' });
			}
			assert.deepEqual(await secondFactors.listActive(sampleAccount(1).id), []);
			for (const code of [userCode, stranger.code]) {
				await secondFactors.activate(sampleActivation({ userCode: code }), '');
			}
			assert.deepEqual(await secondFactors.listActive(sampleAccount(1).id), [userCode]);
			await secondFactors.remove(userCode);
			assert.deepEqual(await secondFactors.listActive(sampleAccount(1).id), []);
		});

		test('end the other sessions of their user when they become active', async (t) => {
			const { secondFactors, signIns } = await openPeople(t);
			for (const number of [1, 2]) await signIns.openSession(sampleSession(number, { userCode }));
			await signIns.openSession(sampleSession(3));
			await secondFactors.put({ userCode, sealed: 'secret' });
			await secondFactors.activate(sampleActivation({ userCode }), sampleSession(2).id);
			const left = await Promise.all([1, 2, 3].map((number) => signIns.findSession(sampleSession(number).id)));
			assert.deepEqual(
				left.map((holder) => holder !== undefined),
				[false, true, true],
			);
		});

		test('that were activated meanwhile let nobody in who was not asked for a code', async (t) => {
			const { secondFactors, signIns } = await openPeople(t);
			await secondFactors.put({ userCode, sealed: 'secret' });
			const basis = { hasNoSecondFactor: true };
			assert.equal(await signIns.openSession(sampleSession(1, { userCode }), basis), 'opened');
			await secondFactors.activate(sampleActivation({ userCode }), '');
			assert.equal(await signIns.openSession(sampleSession(2, { userCode }), basis), 'missing');
			assert.equal(await signIns.findSession(sampleSession(2).id), undefined);
			assert.equal(await signIns.openSession(sampleSession(3, { userCode })), 'opened');
		});

		test('take each step once and none before it, from one of all that ask at once', async (t) => {
			const { secondFactors } = await openActive(t);
			const { step } = sampleActivation();
			assert.equal(await secondFactors.useStep(userCode, step), false);
			const asked = Array.from({ length: 8 }, () => secondFactors.useStep(userCode, step + 2));
			assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
			assert.equal(await secondFactors.useStep(userCode, step + 1), false);
			assert.equal(await secondFactors.useStep(userCode, step + 3), true);
			assert.equal(await secondFactors.useStep(sampleUser(1).code, step + 4), false);
		});

		test('that are not active take no step', async (t) => {
			const { secondFactors } = await openPeople(t);
			await secondFactors.put({ userCode, sealed: 'secret' });
			assert.equal(await secondFactors.useStep(userCode, 99), false);
		});

		test('have recovery codes that are used once, by one of all that try at once', async (t) => {
			const { secondFactors } = await openActive(t);
			const [first = '', second = ''] = sampleActivation().recoveryDigests;
			const tries = Array.from({ length: 8 }, () => secondFactors.useRecoveryCode(userCode, first));
			assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
			assert.equal(await secondFactors.useRecoveryCode(sampleUser(1).code, second), false);
			assert.equal(await secondFactors.useRecoveryCode(userCode, second), true);
		});

		test('go with their recovery codes, and with their user', async (t) => {
			const { accounts, secondFactors } = await openActive(t);
			await secondFactors.remove(userCode);
			const [first = ''] = sampleActivation().recoveryDigests;
			assert.equal(await secondFactors.useRecoveryCode(userCode, first), false);
			await secondFactors.put({ userCode, sealed: 'secret' });
			await accounts.removeUser(userCode);
			assert.equal(await secondFactors.find(userCode), undefined);
			assert.equal(await secondFactors.put({ userCode, sealed: 'secret' }), 'missing');
			assert.equal(await secondFactors.activate(sampleActivation({ userCode }), ''), 'missing');
		});
	});
}
