import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showCode } from '../../../test/support/authenticator-app.ts';
import { createTotpCodes } from './totp-codes.ts';

const codes = createTotpCodes();

/** Of the ASCII text `12345678901234567890`, the secret of the test vectors of RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('the codes are those of RFC 6238, at the step that they belong to', () => {
	// The vectors have eight digits, of which six digits are the last ones.
	const vectors = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' };
	for (const [seconds, code] of Object.entries(vectors)) {
		const step = Math.floor(Number(seconds) / 30);
		for (const offset of [-1, 0, 1]) {
			assert.equal(codes.findStep(secret, code, (Number(seconds) + 30 * offset) * 1000), step, code);
		}
		for (const offset of [-2, 2]) {
			assert.equal(codes.findStep(secret, code, (Number(seconds) + 30 * offset) * 1000), undefined, code);
		}
	}
});

test('a code that has not six digits, or is of another secret, belongs to no step', () => {
	for (const code of ['', '28708', '2870820', 'abcdef', '２８７０８２']) {
		assert.equal(codes.findStep(secret, code, 59_000), undefined, code);
	}
	assert.equal(codes.findStep(codes.createSecret(), '287082', 59_000), undefined);
});

test('a secret has 160 bits, and its address names the user', () => {
	const made = codes.createSecret();
	assert.match(made, /^[A-Z2-7]{32}$/);
	assert.notEqual(made, codes.createSecret());
	const uri = new URL(codes.toUri(made, 'Ana & Ben@shop.example'));
	assert.equal(uri.protocol, 'otpauth:');
	assert.equal(decodeURIComponent(uri.pathname).split(':').at(-1), 'Ana & Ben@shop.example');
	assert.deepEqual(
		['secret', 'issuer', 'digits', 'period', 'algorithm'].map((name) => uri.searchParams.get(name)),
		[made, 'Vitrine', '6', '30', 'SHA1'],
	);
});

test('what another program computes from the secret fits', () => {
	const made = codes.createSecret();
	const step = 50_000_000;
	assert.equal(codes.findStep(made, showCode(made, step * 30_000), step * 30_000), step);
});
