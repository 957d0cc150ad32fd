import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toClientNetwork } from './client-network.ts';

const examples = [
	['203.0.113.7', '203.0.113.7'],
	['::ffff:203.0.113.7', '203.0.113.7'],
	['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
	['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
	['2001:db8::5', '2001:db8:0:0::/64'],
	['::1', '0:0:0:0::/64'],
	['fe80::1%eth0', 'fe80:0:0:0::/64'],
	['1::', '1:0:0:0::/64'],
	['203.0.113.7:51312', '203.0.113.7'],
	['[2001:db8:1:2::3]:51312', '2001:db8:1:2::/64'],
	['[::ffff:203.0.113.7]', '203.0.113.7'],
	['unknown', 'unknown'],
] as const;

for (const [ip, network] of examples) {
	test(`${ip} is counted as ${network}`, () => assert.equal(toClientNetwork(ip), network));
}
