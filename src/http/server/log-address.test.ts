import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLogAddress } from './log-address.ts';

test('an address is logged in full, as its network, or not at all', () => {
	const forms = (ip: string) => (['full', 'network', 'none'] as const).map((form) => toLogAddress(ip, form));
	assert.deepEqual(forms('203.0.113.7'), ['203.0.113.7', '203.0.113.0/24', undefined]);
	assert.deepEqual(forms('::ffff:203.0.113.7'), ['203.0.113.7', '203.0.113.0/24', undefined]);
	assert.deepEqual(forms('::ffff:cb00:7107'), ['203.0.113.7', '203.0.113.0/24', undefined]);
	assert.deepEqual(forms('2001:0DB8:0005::7'), ['2001:db8:5::7', '2001:db8:5::/48', undefined]);
	assert.deepEqual(forms('unknown'), ['unknown', undefined, undefined]);
	assert.deepEqual(forms('2001:db8:5:6::7'), ['2001:db8:5:6::7', '2001:db8:5::/48', undefined]);
	assert.deepEqual(forms('2001::7'), ['2001::7', '2001:0:0::/48', undefined]);
	assert.deepEqual(forms('::1'), ['::1', '0:0:0::/48', undefined]);
});
