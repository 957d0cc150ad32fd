import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { joinScratchZone, type ScratchZone, scratchStartMs } from '../../../test/support/scratch-zone.ts';
import { activeKeysPerUserMax } from '../../domain/account/account.ts';
import { type Result, unwrap } from '../../lib/failure.ts';

let zone: ScratchZone;
before(async () => {
	zone = await joinScratchZone();
});

/** The code of a failure, with its faulty fields. */
function refusal(result: Result<unknown>): string {
	assert(!result.ok);
	const fields = result.failure.faults?.map((fault) => fault.fields.join()) ?? [];
	return [result.failure.code, ...fields].join(' ');
}

const unknownAccountId = 'f'.repeat(32);
const unknownCode = 'f'.repeat(16);

describe('accounts', () => {
	it('are created with an owner and a first key of 40 hex digits', async () => {
		const owner = { name: 'Ana', email: 'ana@shoes.example' };
		const created = unwrap(await zone.accounts.create({ name: 'Shoes', owner }));
		assert.match(created.account.id, /^[0-9a-f]{32}$/);
		assert.match(created.owner.code, /^[0-9a-f]{16}$/);
		assert.match(created.issued.secret, /^[0-9a-f]{40}$/);
		assert.equal(created.account.createdAtMs, scratchStartMs);
		assert.deepEqual(unwrap(await zone.accounts.find(created.account.id)), created.account);
		assert.deepEqual(await zone.database.accounts.listUsers(created.account.id), [created.owner]);
		assert.deepEqual(await zone.database.accounts.listKeys(created.account.id), [created.issued.key]);
	});

	it('keep no key in clear', async () => {
		const { owner, secret } = await zone.openAccount();
		const [stored] = await zone.database.accounts.listActiveKeys(owner.userCode);
		assert(stored && !JSON.stringify(stored).includes(secret));
	});

	it('are refused with every fault named, and nothing is made', async () => {
		const before = await zone.accounts.list();
		const result = await zone.accounts.create({ name: ' ', owner: { name: 'a\u0000', email: 'nobody' } });
		assert.equal(refusal(result), 'invalid name owner.name owner.email');
		assert.deepEqual(await zone.accounts.list(), before);
	});

	it('are renamed and removed', async () => {
		const { owner } = await zone.openAccount();
		assert.equal(unwrap(await zone.accounts.rename(owner.accountId, 'Boots')).name, 'Boots');
		assert.equal(refusal(await zone.accounts.rename(owner.accountId, '')), 'invalid name');
		unwrap(await zone.accounts.remove(owner.accountId));
		assert.equal(refusal(await zone.accounts.find(owner.accountId)), 'not_found');
		assert.equal(refusal(await zone.accounts.remove(owner.accountId)), 'not_found');
		assert.equal(refusal(await zone.accounts.rename(unknownAccountId, 'Boots')), 'not_found');
	});

	it('can get a new key for an owner who lost the old one', async () => {
		const { owner } = await zone.openAccount();
		unwrap(await zone.keys.revoke(owner, owner.keyId));
		const { secret } = unwrap(await zone.accounts.createOwnerKey(owner.accountId, 'replacement'));
		assert.equal(unwrap(await zone.authenticator.authenticate(`Token ${secret}`)).userCode, owner.userCode);
		assert.equal(refusal(await zone.accounts.createOwnerKey(unknownAccountId, 'x')), 'not_found');
		assert.equal(refusal(await zone.accounts.createOwnerKey(owner.accountId, '')), 'invalid name');
	});
});

describe('users', () => {
	it('are members when they are added, and can be changed in part', async () => {
		const { owner } = await zone.openAccount();
		const ben = unwrap(await zone.users.create(owner, { name: 'Ben', email: 'ben@shoes.example' }));
		assert.equal(ben.role, 'member');
		assert.equal(unwrap(await zone.users.update(owner, ben.code, { name: 'Benno' })).email, 'ben@shoes.example');
		assert.equal(unwrap(await zone.users.update(owner, ben.code, { email: null })).name, 'Benno');
		const unchanged = unwrap(await zone.users.update(owner, ben.code, {}));
		assert.deepEqual(unchanged, { ...ben, name: 'Benno', email: null });
		assert.deepEqual(
			(await zone.users.list(owner)).map((user) => user.code),
			[owner.userCode, ben.code],
		);
	});

	it('are refused with every fault named', async () => {
		const { owner } = await zone.openAccount();
		assert.equal(refusal(await zone.users.create(owner, { name: '', email: 'x' })), 'invalid name email');
		assert.equal(refusal(await zone.users.update(owner, owner.userCode, { email: '@' })), 'invalid email');
	});

	it('go with their keys; the owner stays', async () => {
		const { owner, secret } = await zone.openAccount();
		const ben = unwrap(await zone.users.create(owner, { name: 'Ben', email: null }));
		const lent = unwrap(await zone.keys.create(owner, ben.code, 'laptop'));
		unwrap(await zone.users.remove(owner, ben.code));
		assert.equal(refusal(await zone.authenticator.authenticate(`Token ${lent.secret}`)), 'unauthenticated');
		assert.equal(refusal(await zone.users.remove(owner, owner.userCode)), 'forbidden');
		unwrap(await zone.authenticator.authenticate(`Token ${secret}`));
	});

	it('of another account are forbidden, unknown ones not found', async () => {
		const [{ owner }, other] = [await zone.openAccount(), await zone.openAccount()];
		for (const [code, expected] of [
			[other.owner.userCode, 'forbidden'],
			[unknownCode, 'not_found'],
		] as const) {
			assert.equal(refusal(await zone.users.find(owner, code)), expected);
			assert.equal(refusal(await zone.users.update(owner, code, { name: 'Eve' })), expected);
			assert.equal(refusal(await zone.users.remove(owner, code)), expected);
			assert.equal(refusal(await zone.keys.create(owner, code, 'mine')), expected);
		}
		assert.equal(unwrap(await zone.users.find(other.owner, other.owner.userCode)).name, 'Ana');
	});
});

describe('keys', () => {
	it('are listed without their secrets and stay in the list when they are revoked', async () => {
		const { owner, secret } = await zone.openAccount();
		const second = unwrap(await zone.keys.create(owner, owner.userCode, 'second'));
		zone.clock.set(scratchStartMs + 1000);
		unwrap(await zone.keys.revoke(owner, second.key.id));
		zone.clock.set(scratchStartMs + 2000);
		unwrap(await zone.keys.revoke(owner, second.key.id));
		zone.clock.set(scratchStartMs);
		const keys = await zone.keys.list(owner);
		assert.deepEqual(
			keys.map((key) => [key.name, key.revokedAtMs]),
			[
				['First key', null],
				['second', scratchStartMs + 1000],
			],
		);
		assert(!JSON.stringify(keys).includes(secret) && !JSON.stringify(keys).includes(second.secret));
	});

	it('of another account cannot be revoked', async () => {
		const [{ owner }, other] = [await zone.openAccount(), await zone.openAccount()];
		assert.equal(refusal(await zone.keys.revoke(owner, other.owner.keyId)), 'not_found');
		unwrap(await zone.authenticator.authenticate(`Token ${other.secret}`));
	});

	it('are bounded per user; revoking one makes room', async () => {
		const { owner } = await zone.openAccount();
		const issued = [];
		for (let count = 1; count < activeKeysPerUserMax; count++) {
			issued.push(unwrap(await zone.keys.create(owner, owner.userCode, `key ${count}`)));
		}
		assert.equal(refusal(await zone.keys.create(owner, owner.userCode, 'one too many')), 'invalid');
		unwrap(await zone.keys.revoke(owner, issued[0]?.key.id ?? ''));
		unwrap(await zone.keys.create(owner, owner.userCode, 'fits'));
	});
});
