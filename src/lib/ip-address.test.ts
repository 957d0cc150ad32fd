import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../test/support/code-point.ts';
import { createIpRangeTest, toClientNetwork, toIpAddress, toIpv6Network } from './ip-address.ts';

/** IPv6 addresses as eight groups, in one of their possible spellings. */
const ipv6 = fc.oneof(fc.ipV6(), fc.uint16Array({ minLength: 8, maxLength: 8 }).map(spellOut));

function spellOut(groups: Uint16Array): string {
	return Array.from(groups, (group) => group.toString(16).padStart(4, '0').toUpperCase()).join(':');
}

describe('an address', () => {
	const spellings: readonly (readonly [text: string, address: string | undefined])[] = [
		['203.0.113.7', '203.0.113.7'],
		['203.0.113.7:51312', '203.0.113.7'],
		['::ffff:203.0.113.7', '203.0.113.7'],
		['::FFFF:cb00:7107', '203.0.113.7'],
		['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
		['[::ffff:203.0.113.7]:51312', '203.0.113.7'],
		['2001:DB8:0::1', '2001:db8::1'],
		['[2001:db8::1]', '2001:db8::1'],
		['[2001:db8::1]:443', '2001:db8::1'],
		['fe80::1%eth0', 'fe80::1'],
		['::', '::'],
		['::1.2.3.4', '::102:304'],
		['', undefined],
		['unknown', undefined],
		['010.1.1.1', undefined],
		['0x7f.1', undefined],
		['2130706433', undefined],
		['1.2.3', undefined],
		['1.2.3.4.5', undefined],
		['203.0.113.7, 1.2.3.4', undefined],
		['1::2::3', undefined],
		['12345::', undefined],
		['2001:db8::1/64', undefined],
		[`${'0:'.repeat(5000)}1`, undefined],
	];
	for (const [text, address] of spellings) {
		it(`${JSON.stringify(text.slice(0, 40))} is ${address ?? 'none'}`, () => assert.equal(toIpAddress(text), address));
	}

	it('of IPv6 is spelt as the URL parser spells it, except IPv4-mapped ones', () => {
		fc.assert(
			fc.property(ipv6, (text) => {
				const spelt = new URL(`http://[${text}]`).hostname.slice(1, -1);
				if (!spelt.startsWith('::ffff:')) assert.equal(toIpAddress(text), spelt);
			}),
		);
	});

	it('is found in any text without throwing, and reads as itself', () => {
		const fragment = fc.constantFrom(
			':',
			'::',
			'.',
			'0',
			'ffff',
			'00001',
			'255',
			'256',
			'%',
			'/',
			'[',
			']',
			'1.2.3.4',
			'g',
		);
		const odd = fc.array(fragment, { maxLength: 18 }).map((fragments) => fragments.join(''));
		fc.assert(
			fc.property(fc.oneof(odd, fc.string({ unit: codePoint }), ipv6), (text) => {
				const address = toIpAddress(text);
				if (address !== undefined) assert.equal(toIpAddress(address), address);
			}),
		);
	});
});

describe('the network of a client', () => {
	const examples = [
		['203.0.113.7', '203.0.113.7'],
		['::ffff:203.0.113.7', '203.0.113.7'],
		['::ffff:cb00:7107', '203.0.113.7'],
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
		['not:an:address', 'not:an:address'],
	] as const;
	for (const [ip, network] of examples) {
		it(`${ip} is ${network}`, () => assert.equal(toClientNetwork(ip), network));
	}

	it('is the same for all addresses of a /64, and of any requested prefix', () => {
		fc.assert(
			fc.property(
				fc.uint16Array({ minLength: 4, maxLength: 4 }),
				fc.uint16Array({ minLength: 8 }),
				(network, hosts) => {
					const [one, other] = [hosts.slice(0, 4), hosts.slice(4, 8)].map((host) =>
						spellOut(Uint16Array.of(0x2001, ...network.slice(1), ...host)),
					) as [string, string];
					assert.equal(toClientNetwork(one), toClientNetwork(other));
					assert.equal(toIpv6Network(one, 48), `${toClientNetwork(one).split(':').slice(0, 3).join(':')}::/48`);
				},
			),
		);
	});
});

describe('ranges', () => {
	const test = (...ranges: string[]) => createIpRangeTest(ranges);

	it('contain the addresses of their family, in every spelling', () => {
		const isLocal = test('10.0.0.0/8', 'fd00::/8', '::ffff:192.0.2.0/120');
		const inside = [
			'10.1.2.3',
			'::ffff:10.1.2.3',
			'::ffff:a01:203',
			'FD12::1',
			'[fd00::1]:80',
			'192.0.2.9:1',
			'fd00::1%lo',
		];
		for (const address of inside) assert.equal(isLocal(address), true, address);
		for (const address of ['11.0.0.1', 'fc00::1', '::10.1.2.3', '192.0.3.9', '', '10.0.0.0/8']) {
			assert.equal(isLocal(address), false, address);
		}
		assert.equal(test('::/0')('203.0.113.7'), false);
		assert.equal(test('0.0.0.0/0')('2001:db8::1'), false);
		assert.equal(test()('203.0.113.7'), false);
	});

	it('agree with a comparison of their first bits', () => {
		const toBits = (groups: Uint16Array) => Array.from(groups, (group) => group.toString(2).padStart(16, '0')).join('');
		const groups = fc.uint16Array({ minLength: 8, maxLength: 8 });
		fc.assert(
			fc.property(groups, groups, fc.nat(128), fc.nat(128), (range, other, prefixBits, sharedBits) => {
				const bits = toBits(range).slice(0, sharedBits) + toBits(other).slice(sharedBits);
				const address = Uint16Array.from({ length: 8 }, (_, at) =>
					Number.parseInt(bits.slice(16 * at, 16 * at + 16), 2),
				);
				const expected = bits.slice(0, prefixBits) === toBits(range).slice(0, prefixBits);
				assert.equal(test(`${spellOut(range)}/${prefixBits}`)(spellOut(address)), expected);
			}),
		);
	});
});
