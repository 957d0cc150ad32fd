import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { createJoseTokenVerifier } from './jose-token-verifier.ts';

const verifier = createJoseTokenVerifier();
const secret = 'c0ffee'.repeat(7).slice(0, 40);
const claims = { iat: 1_700_000_000, exp: 1_700_000_900, name: '00112233445566aa' };

/** The claims of a token, or undefined, when it is verified with these secrets after `secrets[0]` signed it. */
async function verify(token: string, ...secrets: string[]) {
	const verified = await verifier.verify(token, secrets);
	if (verified) assert.equal(verified.secretIndex, 0);
	return verified?.claims;
}

/** A token made by hand, so that the header can say anything. */
function sign(header: unknown, payload: unknown, options: { secret?: string; hash?: string } = {}): string {
	const encode = (part: unknown) =>
		Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
	const signed = `${encode(header)}.${encode(payload)}`;
	const hmac = createHmac(options.hash ?? 'sha256', options.secret ?? secret).update(signed);
	return `${signed}.${hmac.digest('base64url')}`;
}

describe('verify', () => {
	it('gives the claims of a token signed with HS256 under the secret', async () => {
		assert.deepEqual(await verify(sign({ alg: 'HS256', typ: 'JWT' }, claims), secret), claims);
	});

	it('does not care how the header is spaced or what else it says', async () => {
		assert.deepEqual(await verify(sign('{"alg": "HS256", "typ": "JWT"}', claims), secret), claims);
		assert.deepEqual(await verify(sign({ alg: 'HS256', kid: 'x' }, claims), secret), claims);
	});

	it('ignores the time, which is a rule of the claims', async () => {
		const expired = { ...claims, exp: 1, nbf: 9_999_999_999 };
		assert.deepEqual(await verify(sign({ alg: 'HS256' }, expired), secret), expired);
	});

	it('says which of several secrets it was signed with', async () => {
		const token = sign({ alg: 'HS256' }, claims);
		const verified = await verifier.verify(token, ['other', `eu1-${secret}`, secret, 'another']);
		assert.deepEqual(verified, { claims, secretIndex: 2 });
		assert.equal(await verifier.verify(token, []), undefined);
	});

	it('refuses every other algorithm, also one whose signature is right', async () => {
		assert.equal(await verify(sign({ alg: 'HS384' }, claims, { hash: 'sha384' }), secret), undefined);
		assert.equal(await verify(sign({ alg: 'HS512' }, claims, { hash: 'sha512' }), secret), undefined);
		for (const alg of ['none', 'None', 'RS256', 'hs256', '', null, 5]) {
			const token = sign({ alg }, claims);
			assert.equal(await verify(token, secret), undefined, String(alg));
			assert.equal(await verify(token.replace(/[^.]*$/, ''), secret), undefined, String(alg));
		}
		assert.equal(await verify(sign({}, claims), secret), undefined);
	});

	it('refuses another secret, an altered payload and a missing signature', async () => {
		const token = sign({ alg: 'HS256' }, claims);
		const [header, , signature] = token.split('.');
		const altered = Buffer.from(JSON.stringify({ ...claims, name: 'somebody' })).toString('base64url');
		assert.equal(await verify(token, `eu1-${secret}`), undefined);
		assert.equal(await verify(`${header}.${altered}.${signature}`, secret), undefined);
		assert.equal(await verify(token.replace(/[^.]*$/, ''), secret), undefined);
		assert.equal(await verify(token.replace(/\.[^.]*$/, ''), secret), undefined);
	});

	it('refuses a signed payload that is not a JSON object or not encoded, and unknown extensions', async () => {
		for (const payload of ['[1]', '"text"', 'null', '{', '']) {
			assert.equal(await verify(sign({ alg: 'HS256' }, payload), secret), undefined, payload);
		}
		assert.equal(await verify(sign({ alg: 'HS256', b64: false, crit: ['b64'] }, claims), secret), undefined);
		assert.equal(await verify(sign({ alg: 'HS256', crit: ['x'], x: 1 }, claims), secret), undefined);
	});
});

describe('peek', () => {
	it('reads the claims of a token whatever its signature', () => {
		assert.deepEqual(verifier.peek(sign({ alg: 'HS256' }, claims, { secret: 'other' })), claims);
	});
});

it('never throws on garbage', async () => {
	const part = fc.oneof(fc.string({ unit: codePoint }), fc.base64String());
	await fc.assert(
		fc.asyncProperty(fc.array(part, { maxLength: 5 }), async (parts) => {
			const token = parts.join('.');
			verifier.peek(token);
			assert.equal(await verify(token, secret), undefined);
		}),
	);
});
