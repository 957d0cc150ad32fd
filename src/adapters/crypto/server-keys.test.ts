import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAesSecretBox, WrongServerKeyError } from './aes-secret-box.ts';
import {
	addServerKey,
	createRotatingClaimBox,
	createRotatingSecretBox,
	createServerKeys,
	listServerKeys,
	sealWith,
	toSealingKey,
} from './server-keys.ts';

const [one, other, third] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
	Uint8Array,
	Uint8Array,
	Uint8Array,
];

test('what either key sealed is opened, and the first one seals until another is chosen', () => {
	const keys = createServerKeys(one);
	const box = createRotatingSecretBox(keys);
	const sealed = box.seal('a');
	addServerKey(keys, other);
	assert.deepEqual([createAesSecretBox(one).open(box.seal('b')), toSealingKey(keys)], ['b', one]);
	sealWith(keys, other);
	assert.deepEqual([createAesSecretBox(other).open(box.seal('c')), box.open(sealed)], ['c', 'a']);
	assert.deepEqual(listServerKeys(keys), [one, other]);
	assert.throws(() => box.open(createAesSecretBox(third).seal('d')), WrongServerKeyError);
	assert.throws(() => sealWith(keys, third), /only a known key seals/);
	assert.throws(() => addServerKey(keys, third), /there is room for two keys/);
});

test('claims of either key are good, for their purpose alone', async () => {
	const keys = createServerKeys(one, other);
	const box = createRotatingClaimBox(keys, 'a');
	const before = await box.seal({ id: 'x' }, 9_000);
	sealWith(keys, other);
	for (const sealed of [before, await box.seal({ id: 'x' }, 9_000)]) {
		assert.equal((await box.open(sealed, 1_000))?.id, 'x');
		assert.equal(await createRotatingClaimBox(keys, 'b').open(sealed, 1_000), undefined);
		assert.equal(await box.open(sealed, 10_000), undefined);
	}
});
