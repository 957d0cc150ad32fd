import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHmacClientKeys } from './hmac-client-keys.ts';

const dayMs = 24 * 3600 * 1000;
const serverKey = Buffer.alloc(32, 1);

test('a network has one name for the day, which does not show it', () => {
	const keys = createHmacClientKeys(serverKey);
	const key = keys.toClientKey('203.0.113.7', 5 * dayMs);
	assert.match(key, /^[0-9a-f]{16}$/);
	assert.equal(keys.toClientKey('203.0.113.7', 6 * dayMs - 1), key);
	assert.notEqual(keys.toClientKey('203.0.113.8', 5 * dayMs), key);
	assert.equal(createHmacClientKeys(serverKey).toClientKey('203.0.113.7', 5 * dayMs), key, 'after a restart too');
});

test('it has another name on another day, and on another server', () => {
	const keys = createHmacClientKeys(serverKey);
	const names = [
		keys.toClientKey('203.0.113.7', 5 * dayMs),
		keys.toClientKey('203.0.113.7', 6 * dayMs),
		createHmacClientKeys(Buffer.alloc(32, 2)).toClientKey('203.0.113.7', 5 * dayMs),
	];
	assert.equal(new Set(names).size, 3);
});

test('keys stay the same when there are more networks than are cached', () => {
	const keys = createHmacClientKeys(serverKey);
	const first = keys.toClientKey('a', 0);
	for (let number = 0; number < 10_001; number += 1) keys.toClientKey(`${number}`, 0);
	assert.equal(keys.toClientKey('a', 0), first);
});
