import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { deriveOperatorToken } from '../../domain/account/operator-token.ts';
import { readOrCreateSecretKey, readSecretKey } from './secret-key.ts';

let directory = '';

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-key-'));
});

afterEach(async () => {
	await rm(directory, { recursive: true, force: true });
});

test('the first start makes a key that only its owner can read, and later starts read the same', async () => {
	const dataDir = join(directory, 'not', 'there');
	const key = await readOrCreateSecretKey(dataDir);
	assert.equal(key.length, 32);
	assert.deepEqual(await readOrCreateSecretKey(dataDir), key);
	assert.deepEqual(await readSecretKey(dataDir), key);
	assert.equal((await stat(join(dataDir, 'secret.key'))).mode & 0o777, 0o600);
	assert.equal(await readFile(join(dataDir, 'secret.key'), 'utf8'), `${Buffer.from(key).toString('hex')}\n`);
});

test('first starts at the same time agree on one key and leave no drafts', async () => {
	const keys = await Promise.all(Array.from({ length: 8 }, () => readOrCreateSecretKey(directory)));
	assert.equal(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size, 1);
	assert.deepEqual(await readdir(directory), ['secret.key']);
});

test('reading creates no key', async () => {
	assert.equal(await readSecretKey(directory), undefined);
	assert.deepEqual(await readdir(directory), []);
});

test('a key file that others can read is refused, with the command that mends it', async () => {
	await readOrCreateSecretKey(directory);
	await chmod(join(directory, 'secret.key'), 0o640);
	await assert.rejects(readOrCreateSecretKey(directory), /is open to other users: run "chmod 600 /);
});

test('a damaged key file is refused without showing its content, and never overwritten', async () => {
	await writeFile(join(directory, 'secret.key'), 'deadbeef', { mode: 0o600 });
	await assert.rejects(readOrCreateSecretKey(directory), (error: Error) => {
		assert.match(error.message, /does not hold 64 hex digits: restore it from a backup/);
		assert.doesNotMatch(error.message, /deadbeef/);
		return true;
	});
	assert.equal(await readFile(join(directory, 'secret.key'), 'utf8'), 'deadbeef');
});

test('the operator token is the HMAC-SHA-256 of its purpose under the server key', () => {
	// printf 'vitrine operator token' | openssl dgst -sha256 -mac HMAC -macopt hexkey:00…00 (32 bytes)
	assert.equal(
		deriveOperatorToken(new Uint8Array(32)),
		'2b54d66ae9b90d935548942e4cf25c40da67ff040bf6c709ad04c27555b317fe',
	);
});
