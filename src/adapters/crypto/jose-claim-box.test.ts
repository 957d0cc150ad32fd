import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EncryptJWT, SignJWT, UnsecuredJWT } from 'jose';
import { createJoseClaimBox } from './jose-claim-box.ts';

const serverKey = Buffer.alloc(32, 5);
const box = createJoseClaimBox(serverKey, 'tests');
const nowMs = 1_800_000_000_000;

test('claims come back until they expire, and cannot be read in between', async () => {
	const sealed = await box.seal({ session: 'abc', at: 7 }, nowMs + 60_000);
	assert.match(sealed, /^[\w.-]+$/, 'fit for a cookie');
	const opened = await box.open(sealed, nowMs);
	assert.deepEqual([opened?.session, opened?.at], ['abc', 7]);
	assert.equal(await box.open(sealed, nowMs + 60_000), undefined);
	assert.doesNotMatch(Buffer.from(sealed, 'base64url').toString('latin1'), /abc/);
});

test('nothing else opens: altered text, another purpose, another key, another kind of token', async () => {
	const sealed = await box.seal({ session: 'abc' }, nowMs + 60_000);
	for (let at = 0; at < sealed.length; at += 1) {
		const altered = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
		// The last letter of each part has bits that decoding may ignore.
		if (/[^.]/.test(sealed[at + 1] ?? '.')) assert.equal(await box.open(altered, nowMs), undefined, `${at}`);
	}
	assert.equal(await createJoseClaimBox(serverKey, 'others').open(sealed, nowMs), undefined);
	assert.equal(await createJoseClaimBox(Buffer.alloc(32, 6), 'tests').open(sealed, nowMs), undefined);
	const exp = nowMs / 1000 + 60;
	const others = [
		new UnsecuredJWT({ session: 'abc', exp }).encode(),
		await new SignJWT({ session: 'abc', exp }).setProtectedHeader({ alg: 'HS256' }).sign(serverKey),
		await new EncryptJWT({ session: 'abc', exp }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(serverKey),
		...['', '.', '....', 'a.b.c.d.e', 'x'.repeat(10_000)],
	];
	for (const text of others) assert.equal(await box.open(text, nowMs), undefined, text.slice(0, 50));
});
