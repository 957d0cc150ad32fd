import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createAesSecretBox, DamagedSecretError, WrongServerKeyError } from './aes-secret-box.ts';

const serverKey = Buffer.alloc(32, 7);
const secret = 'c0ffee'.repeat(7).slice(0, 40);

it('opens what it sealed, also after a restart', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), (text) => {
			assert.equal(createAesSecretBox(serverKey).open(createAesSecretBox(serverKey).seal(text)), text);
		}),
	);
});

it('never seals to the same text twice, and shows nothing of the secret or the server key', () => {
	const box = createAesSecretBox(serverKey);
	const sealed = new Set(Array.from({ length: 1000 }, () => box.seal(secret)));
	assert.equal(sealed.size, 1000);
	for (const text of sealed) {
		assert(!text.includes(secret) && !text.includes(serverKey.toString('hex').slice(0, 16)));
	}
});

it('tells another server key from damage', () => {
	const sealed = createAesSecretBox(Buffer.alloc(32, 8)).seal(secret);
	assert.throws(() => createAesSecretBox(serverKey).open(sealed), WrongServerKeyError);
});

it('calls a text with any one character changed damaged, or of another key when it is the key id', () => {
	const box = createAesSecretBox(serverKey);
	const sealed = box.seal(secret);
	const keyIdStart = sealed.indexOf('.') + 1;
	for (let at = 0; at < sealed.length; at++) {
		const isKeyId = at >= keyIdStart && at < keyIdStart + 16;
		for (const other of 'ab_Q8'.replace(sealed[at] ?? '', '')) {
			const altered = `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`;
			const isHex = /[0-9a-f]/.test(other);
			const expected = isKeyId && isHex ? WrongServerKeyError : DamagedSecretError;
			assert.throws(() => box.open(altered), expected, `${other} at ${at}`);
		}
	}
});

it('calls a text that was cut off, or is something else, damaged', () => {
	const box = createAesSecretBox(serverKey);
	const sealed = box.seal(secret);
	for (let length = 0; length < sealed.length; length++) {
		assert.throws(() => box.open(sealed.slice(0, length)), DamagedSecretError, `length ${length}`);
	}
	assert.throws(() => box.open(`${sealed}\n`), DamagedSecretError);
	assert.throws(() => box.open(secret), DamagedSecretError);
});

it('says nothing of the secret in its errors', () => {
	const sealed = createAesSecretBox(Buffer.alloc(32, 8)).seal(secret);
	assert.throws(
		() => createAesSecretBox(serverKey).open(sealed),
		(error: Error) => !error.message.includes(secret) && !error.message.includes(sealed),
	);
});

it('refuses a server key of another length: our own mistake', () => {
	assert.throws(() => createAesSecretBox(Buffer.alloc(31)), /32 bytes/);
});
