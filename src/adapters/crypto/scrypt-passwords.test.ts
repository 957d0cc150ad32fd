import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { test } from 'node:test';
import { FailureError } from '../../lib/failure.ts';
import { createScryptPasswords } from './scrypt-passwords.ts';

const passwords = createScryptPasswords({ log2N: 8, r: 8, p: 1 });

test('a hash fits its password alone, is salted, and does not contain it', async () => {
	const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
	assert.notEqual(first, second);
	assert.doesNotMatch(first, /horse/);
	assert.deepEqual(
		[await passwords.verify('correct horse', first), await passwords.verify('correct Horse', first)],
		[true, false],
	);
});

test('it is the scrypt of the standard, with the cost that is written in it', async () => {
	const [, log2N, r, p, salt = '', hash] = (await createScryptPasswords().hash('cafe\u0301 for all')).split('.');
	assert.deepEqual([log2N, r, p], ['15', '8', '3']);
	const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 27 };
	assert.equal(
		scryptSync('caf\u00e9 for all', Buffer.from(salt, 'base64url'), 32, options).toString('base64url'),
		hash,
	);
});

test('a password that nobody has fits nothing', async () => {
	assert.equal(await passwords.verify('correct horse', undefined), false);
});

test('a damaged hash is reported, not taken for a wrong password', async () => {
	await assert.rejects(passwords.verify('correct horse', 'scrypt.15.8.3.x'), /damaged/);
});

test('only so many wait; those beyond are refused at once, and later ones are served', async () => {
	const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => passwords.verify('x', undefined)));
	const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
	assert.equal(refused.length, 10);
	for (const error of refused) assert(error instanceof FailureError && error.failure.code === 'overloaded');
	assert.equal(await passwords.verify('x', undefined), false);
});
