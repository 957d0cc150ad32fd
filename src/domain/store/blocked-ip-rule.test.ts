import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { isIpBlocked, parseBlockedIp } from './blocked-ip-rule.ts';

/** A store whose block list was entered as `texts`. */
function storeBlocking(...texts: string[]) {
	const blockedIps = texts.map((text) => {
		const parsed = parseBlockedIp(text);
		assert(parsed.ok, text);
		return parsed.value;
	});
	return { blockedIps };
}

/** The simple reference: the address as 32 bits, compared under the mask. */
function toBits(address: string): number {
	return address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);
}

describe('isIpBlocked', () => {
	const table: [list: string[], ip: string, expected: boolean][] = [
		[[], '203.0.113.7', false],
		[['203.0.113.7'], '203.0.113.7', true],
		[['203.0.113.7'], '203.0.113.8', false],
		[['203.0.113.0/24'], '203.0.113.255', true],
		[['203.0.113.99/24'], '203.0.113.1', true],
		[['203.0.113.0/24'], '203.0.114.0', false],
		[['0.0.0.0/0'], '8.8.8.8', true],
		[['0.0.0.0/0'], '2001:db8::1', false],
		[['::/0'], '2001:db8::1', true],
		[['::/0'], '8.8.8.8', false],
		[['::/0'], '::ffff:8.8.8.8', false],
		[['2001:db8::/32'], '2001:db8:ffff::1', true],
		[['2001:db8::/32'], '2001:db9::1', false],
		[['2001:DB8:0::1'], '2001:db8::1', true],
		[['203.0.113.7'], '::ffff:203.0.113.7', true],
		[['203.0.113.7'], '::FFFF:cb00:7107', true],
		[['203.0.113.0/24'], '0:0:0:0:0:ffff:cb00:7101', true],
		[['::ffff:203.0.113.7'], '203.0.113.7', true],
		[['::ffff:203.0.113.0/120'], '203.0.113.200', true],
		[['::ffff:203.0.113.0/120'], '203.0.114.1', false],
		[['fe80::/10'], 'fe80::1%eth0', true],
		[['203.0.113.0/24'], '203.0.113.7:51312', true],
		[['2001:db8::/32'], '[2001:db8::7]:51312', true],
		[['10.0.0.0/8', '2001:db8::/32'], '2001:db8::5', true],
		[['10.0.0.0/8'], '', false],
		[['10.0.0.0/8'], 'unknown', false],
		[['10.0.0.0/8'], '10.0.0.1, 1.2.3.4', false],
	];
	for (const [list, ip, expected] of table) {
		it(`${list.join(', ') || 'an empty list'} ${expected ? 'blocks' : 'does not block'} ${JSON.stringify(ip)}`, () => {
			assert.equal(isIpBlocked(storeBlocking(...list), ip), expected);
		});
	}

	it('answers again from the cached ranges', () => {
		const store = storeBlocking('10.0.0.0/8');
		assert.equal(isIpBlocked(store, '10.1.1.1'), true);
		assert.equal(isIpBlocked(store, '11.1.1.1'), false);
	});

	it('agrees with a comparison under the mask', () => {
		const question = fc.record({ range: fc.ipV4(), prefixBits: fc.integer({ min: 0, max: 32 }), ip: fc.ipV4() });
		fc.assert(
			fc.property(question, fc.boolean(), ({ range, prefixBits, ip }, isNear) => {
				const asked = isNear ? range.replace(/\d+$/, (part) => String(Number(part) ^ 1)) : ip;
				const hostSize = 2 ** (32 - prefixBits);
				const expected = Math.floor(toBits(asked) / hostSize) === Math.floor(toBits(range) / hostSize);
				const store = storeBlocking(`${range}/${prefixBits}`);
				assert.equal(isIpBlocked(store, asked), expected);
				assert.equal(isIpBlocked(store, `::ffff:${asked}`), expected);
			}),
		);
	});

	it('never throws, whatever the address', () => {
		const store = storeBlocking('10.0.0.0/8');
		fc.assert(
			fc.property(fc.oneof(fc.string({ unit: codePoint }), fc.ipV6()), (ip) => {
				isIpBlocked(store, ip);
			}),
		);
	});
});

describe('parseBlockedIp', () => {
	it('normalises an entry', () => {
		assert.deepEqual(
			storeBlocking(' 203.0.113.7 ', '203.0.113.7/32', '2001:DB8:0::/32', '::ffff:1.2.3.0/120').blockedIps,
			['203.0.113.7', '203.0.113.7', '2001:db8::/32', '1.2.3.0/24'],
		);
	});

	const refused: [text: string, reason: RegExp][] = [
		['', /must be an IP address/],
		['localhost', /must be an IP address/],
		['1.2.3', /must be an IP address/],
		['010.1.1.1', /must be an IP address/],
		['1.2.3.4/8/9', /must be an IP address/],
		['fe80::1%eth0', /must be an IP address/],
		['[::1]', /must be an IP address/],
		['1.2.3.4/33', /0 to 32/],
		['1.2.3.4/', /0 to 32/],
		['1.2.3.4/-1', /0 to 32/],
		['1.2.3.4/08', /0 to 32/],
		['1.2.3.4/255.0.0.0', /0 to 32/],
		['::1/129', /0 to 128/],
		['::ffff:1.2.3.4/24', /96 to 128/],
	];
	for (const [text, reason] of refused) {
		it(`rejects ${JSON.stringify(text)} with a reason`, () => {
			const parsed = parseBlockedIp(text);
			assert(!parsed.ok);
			assert.match(parsed.failure.message, reason);
		});
	}
});
