import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { joinScratchZone, type ScratchZone, scratchStartMs } from '../../../test/support/scratch-zone.ts';
import type { Principal } from '../../domain/account/account.ts';
import { type FailureCode, type Result, unwrap } from '../../lib/failure.ts';

const nowSeconds = scratchStartMs / 1000;
const daySeconds = 24 * 3600;

/** A token as the PHP client makes it: spaces in the header, the key as it was given as the secret. */
function sign(secret: string, claims: object, header = '{"alg": "HS256", "typ": "JWT"}'): string {
	const signed = [header, JSON.stringify(claims)].map((part) => Buffer.from(part).toString('base64url')).join('.');
	return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function claimsFor(userCode: unknown, change: object = {}): object {
	return { exp: nowSeconds + 900, iat: nowSeconds, name: userCode, ...change };
}

function assertFails(result: Result<Principal>, code: FailureCode, message?: RegExp): void {
	assert(!result.ok, 'it was let in');
	assert.equal(result.failure.code, code);
	if (message) assert.match(result.failure.message, message);
}

let zone: ScratchZone;
let owner: Principal;
let secret: string;
let member: { readonly userCode: string; readonly secret: string };

before(async () => {
	zone = await joinScratchZone();
	({ owner, secret } = await zone.openAccount());
	const user = unwrap(await zone.users.create(owner, { name: 'Ben', email: 'ben@shoes.example' }));
	const issued = unwrap(await zone.keys.create(owner, user.code, 'laptop'));
	member = { userCode: user.code, secret: issued.secret };
});

const authenticate = (header: string | undefined) => zone.authenticator.authenticate(header);

describe('Token', () => {
	it("is the account's owner with the owner's key, with any zone in front or none", async () => {
		for (const text of [secret, `eu1-${secret}`, `us1-${secret}`, `ap1-${secret}`]) {
			assert.deepEqual(unwrap(await authenticate(`Token ${text}`)), owner);
		}
	});

	it('may be written in any case', async () => {
		for (const scheme of ['token', 'TOKEN', 'Token ']) {
			assert.deepEqual(unwrap(await authenticate(`${scheme} ${secret}`)), owner);
		}
	});

	it('is forbidden with the key of a member', async () => {
		assertFails(await authenticate(`Token ${member.secret}`), 'forbidden');
		assertFails(await authenticate(`Token eu1-${member.secret}`), 'forbidden');
	});

	it('works with every key of the owner, and says which one it was', async () => {
		const second = unwrap(await zone.keys.create(owner, owner.userCode, 'second'));
		assert.equal(unwrap(await authenticate(`Token ${second.secret}`)).keyId, second.key.id);
	});

	it('ends with the revocation of the key, also of a member', async () => {
		const spare = unwrap(await zone.keys.create(owner, owner.userCode, 'spare'));
		const lent = unwrap(await zone.keys.create(owner, member.userCode, 'lent'));
		unwrap(await authenticate(`Token ${spare.secret}`));
		unwrap(await zone.keys.revoke(owner, spare.key.id));
		unwrap(await zone.keys.revoke(owner, lent.key.id));
		assertFails(await authenticate(`Token ${spare.secret}`), 'unauthenticated');
		assertFails(await authenticate(`Token ${lent.secret}`), 'unauthenticated');
	});

	it('ends with the account', async () => {
		const other = await zone.openAccount();
		unwrap(await zone.accounts.remove(other.owner.accountId));
		assertFails(await authenticate(`Token ${other.secret}`), 'unauthenticated');
		assertFails(await authenticate(`Bearer ${sign(other.secret, claimsFor(other.owner.userCode))}`), 'unauthenticated');
	});
});

describe('Bearer', () => {
	it("is the owner with a token signed with the owner's key, in every spelling of it", async () => {
		for (const text of [secret, `eu1-${secret}`, `us1-${secret}`, `ap1-${secret}`]) {
			assert.deepEqual(unwrap(await authenticate(`Bearer ${sign(text, claimsFor(owner.userCode))}`)), owner);
		}
	});

	it('works with every key of the owner, and says which one it was', async () => {
		const second = unwrap(await zone.keys.create(owner, owner.userCode, 'for tokens'));
		const token = sign(`eu1-${second.secret}`, claimsFor(owner.userCode));
		assert.equal(unwrap(await authenticate(`Bearer ${token}`)).keyId, second.key.id);
	});

	it('is forbidden when a member signed it for itself', async () => {
		assertFails(await authenticate(`Bearer ${sign(member.secret, claimsFor(member.userCode))}`), 'forbidden');
	});

	it("is refused when the key is not the named user's", async () => {
		assertFails(await authenticate(`Bearer ${sign(member.secret, claimsFor(owner.userCode))}`), 'unauthenticated');
		assertFails(await authenticate(`Bearer ${sign(secret, claimsFor(member.userCode))}`), 'unauthenticated');
		const other = await zone.openAccount();
		assertFails(await authenticate(`Bearer ${sign(other.secret, claimsFor(owner.userCode))}`), 'unauthenticated');
	});

	it('ends with the revocation of the key that signed it', async () => {
		const spare = unwrap(await zone.keys.create(owner, owner.userCode, 'spare'));
		const token = sign(spare.secret, claimsFor(owner.userCode));
		unwrap(await authenticate(`Bearer ${token}`));
		unwrap(await zone.keys.revoke(owner, spare.key.id));
		assertFails(await authenticate(`Bearer ${token}`), 'unauthenticated');
	});

	it('keeps the rules of the claims', async () => {
		const changes: [change: object, isAccepted: boolean][] = [
			[{ exp: nowSeconds + 7 * daySeconds }, true],
			[{ exp: nowSeconds + 7 * daySeconds + 1 }, false],
			[{ iat: nowSeconds - 900, exp: nowSeconds - 59 }, true],
			[{ iat: nowSeconds - 900, exp: nowSeconds - 61 }, false],
			[{ iat: nowSeconds + 59 }, true],
			[{ iat: nowSeconds + 61 }, false],
			[{ iat: undefined }, false],
			[{ exp: undefined }, false],
			[{ exp: String(nowSeconds + 900) }, false],
		];
		for (const [change, isAccepted] of changes) {
			const result = await authenticate(`Bearer ${sign(secret, claimsFor(owner.userCode, change))}`);
			if (isAccepted) assert(result.ok, JSON.stringify(change));
			else assertFails(result, 'unauthenticated');
		}
	});

	it("does not tell that a member's key signed a token that has expired", async () => {
		const token = sign(member.secret, claimsFor(member.userCode, { iat: 1, exp: 2 }));
		assertFails(await authenticate(`Bearer ${token}`), 'unauthenticated');
	});

	it('takes no name but the text of a user code', async () => {
		for (const name of [null, undefined, '', 5, {}, [owner.userCode], 'nobody', owner.userCode.toUpperCase()]) {
			assertFails(await authenticate(`Bearer ${sign(secret, claimsFor(name))}`), 'unauthenticated');
		}
	});

	it('takes no algorithm but HS256', async () => {
		const token = sign(secret, claimsFor(owner.userCode), '{"alg":"none"}');
		assertFails(await authenticate(`Bearer ${token}`), 'unauthenticated');
		assertFails(await authenticate(`Bearer ${token.replace(/[^.]*$/, '')}`), 'unauthenticated');
	});
});

it('answers everything that is not genuine in the same words', async () => {
	const headers = [
		undefined,
		'',
		'Token',
		'Token ',
		secret,
		`Basic ${secret}`,
		`Token${secret}`,
		`Token ${secret} x`,
		`Token ${secret.toUpperCase()}`,
		`Token eu1${secret}`,
		`Token ${secret.slice(1)}`,
		`Token ${'0'.repeat(40)}`,
		`Bearer ${secret}`,
		'Bearer a.b.c',
		'Bearer ..',
		`Bearer ${sign('wrong', claimsFor(owner.userCode))}`,
		`Bearer ${sign(secret, claimsFor('ffffffffffffffff'))}`,
		`Bearer ${sign(secret, claimsFor(owner.userCode, { exp: 1 }))}`,
	];
	for (const header of headers) assertFails(await authenticate(header), 'unauthenticated', /^Authentication required$/);
});

describe('keys that cannot be opened', () => {
	it('make no token genuine, and are each reported to the operator once', async () => {
		const shop = await zone.openAccount();
		const second = unwrap(await zone.keys.create(shop.owner, shop.owner.userCode, 'second'));
		const token = sign(shop.secret, claimsFor(shop.owner.userCode));
		const reportedBefore = zone.closedKeyErrors.length;
		for (const text of [token, sign('forged', claimsFor(shop.owner.userCode)), token]) {
			assertFails(await zone.strangerAuthenticator.authenticate(`Bearer ${text}`), 'unauthenticated');
		}
		const reported = zone.closedKeyErrors.slice(reportedBefore);
		assert.deepEqual(reported.map(({ keyId }) => keyId).sort(), [shop.owner.keyId, second.key.id].sort());
		for (const { error } of reported) assert((error as Error).name === 'WrongServerKeyError');
	});

	it('still are keys when they are sent themselves', async () => {
		assert.deepEqual(unwrap(await zone.strangerAuthenticator.authenticate(`Token ${secret}`)), owner);
	});

	it('do not affect others', async () => {
		const shop = await zone.openAccount();
		const reportedBefore = zone.closedKeyErrors.length;
		const { secret: newSecret, key } = unwrap(await zone.strangerKeys.create(shop.owner, shop.owner.userCode, 'new'));
		const token = sign(newSecret, claimsFor(shop.owner.userCode));
		assert.equal(unwrap(await zone.strangerAuthenticator.authenticate(`Bearer ${token}`)).keyId, key.id);
		assert.equal(zone.closedKeyErrors.length, reportedBefore);
	});
});
