import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { isOriginAllowed, parseAllowedDomain } from './origin-rule.ts';

/** A store that enforces the list, with entries as an owner would write them. */
function storeAllowing(...domains: string[]) {
	const allowedDomains = domains.map((domain) => {
		const parsed = parseAllowedDomain(domain);
		assert(parsed.ok, domain);
		return parsed.value;
	});
	return { allowedDomains, isCorsEnforced: true };
}

function isAllowed(domain: string, origin: string | undefined, referer?: string): boolean {
	return isOriginAllowed(storeAllowing(domain), { origin, referer });
}

describe('isOriginAllowed', () => {
	it('allows every page when the store does not enforce it', () => {
		const store = { allowedDomains: [], isCorsEnforced: false };
		assert.equal(isOriginAllowed(store, { origin: undefined, referer: undefined }), true);
		assert.equal(isOriginAllowed(store, { origin: 'null', referer: 'garbage' }), true);
	});

	it('allows no page when the store enforces an empty list', () => {
		const store = { allowedDomains: [], isCorsEnforced: true };
		assert.equal(isOriginAllowed(store, { origin: 'https://shop.example', referer: undefined }), false);
	});

	it('needs at least one header, and every one that is present must match', () => {
		const [good, bad] = ['https://shop.example', 'https://evil.example'];
		assert.equal(isAllowed('shop.example', undefined), false);
		assert.equal(isAllowed('shop.example', good), true);
		assert.equal(isAllowed('shop.example', undefined, `${good}/cart?a=1#b`), true);
		assert.equal(isAllowed('shop.example', good, `${good}/cart`), true);
		assert.equal(isAllowed('shop.example', good, `${bad}/cart`), false);
		assert.equal(isAllowed('shop.example', bad, `${good}/cart`), false);
		assert.equal(isAllowed('shop.example', good, ''), false);
		assert.equal(isAllowed('shop.example', '', good), false);
	});

	const table: [domain: string, origin: string, expected: boolean][] = [
		['shop.example', 'https://shop.example', true],
		['shop.example', 'http://shop.example', true],
		['shop.example', 'https://www.shop.example', true],
		['shop.example', 'https://a.b.shop.example:8443', true],
		['shop.example', 'https://shop.example:8443', true],
		['shop.example', 'HTTPS://SHOP.Example', true],
		['SHOP.example', 'https://shop.example', true],
		['shop.example', 'https://shop.example.', true],
		['shop.example.', 'https://shop.example', true],
		['shop.example', 'https://evilshop.example', false],
		['shop.example', 'https://shop.example.evil.example', false],
		['shop.example', 'https://example', false],
		['www.shop.example', 'https://shop.example', false],
		['shop.example', 'https://shop..example', false],
		['shop.example', 'https://.shop.example', false],
		['shop.example', 'https://shop.example..', false],
		['shop.example', 'https://evil.example,.shop.example', false],
		['shop.example', 'null', false],
		['null', 'null', false],
		['shop.example', 'shop.example', false],
		['shop.example', '//shop.example', false],
		['shop.example', 'https://shop.example/path', false],
		['shop.example', 'https://shop.example/', false],
		['shop.example', 'https://shop.example@evil.example', false],
		['shop.example', 'https://evil.example@shop.example', false],
		['shop.example', 'https://evil.example\\.shop.example', false],
		['shop.example', 'https://evil.example#.shop.example', false],
		['shop.example', 'https://evil.example?.shop.example', false],
		['shop.example', 'https://shop.example https://shop.example', false],
		['shop.example', 'ftp://shop.example', false],
		['shop.example', 'chrome-extension://shop.example', false],
		['shop.example', 'https://', false],
		['shop.example', 'https://shop.example:99999', false],
		['https://shop.example:8443', 'https://shop.example:8443', true],
		['https://shop.example:8443', 'https://shop.example:8444', false],
		['https://shop.example:8443', 'https://shop.example', false],
		['https://shop.example:8443', 'http://shop.example:8443', false],
		['https://shop.example:8443', 'https://www.shop.example:8443', false],
		['https://shop.example', 'https://shop.example:443', true],
		['https://shop.example:443', 'https://shop.example', true],
		['http://shop.example:80/', 'http://shop.example', true],
		['https://Shop.Example.', 'https://shop.example', true],
		['bücher.example', 'https://xn--bcher-kva.example', true],
		['xn--bcher-kva.example', 'https://www.bücher.example', true],
		['BÜCHER.example', 'https://xn--bcher-kva.example', true],
		['localhost', 'http://localhost:3000', true],
		['127.0.0.1', 'http://127.0.0.1:3000', true],
		['127.0.0.1', 'http://27.0.0.1', false],
		['[::1]', 'http://[::1]:3000', true],
		['::1', 'http://[0:0:0:0:0:0:0:1]', true],
		['2001:DB8::1', 'https://[2001:db8:0::1]', true],
		['2001:db8::1', 'https://[2001:db8::2]', false],
		['http://[::1]:3000', 'http://[::1]:3000', true],
		['http://[::1]:3000', 'http://[::1]', false],
	];
	for (const [domain, origin, expected] of table) {
		it(`${domain} ${expected ? 'covers' : 'does not cover'} Origin ${origin}`, () => {
			assert.equal(isAllowed(domain, origin), expected);
		});
	}

	it('does not trust a Referer with a user name or of another scheme', () => {
		assert.equal(isAllowed('shop.example', undefined, 'https://evil@shop.example/'), false);
		assert.equal(isAllowed('shop.example', undefined, 'android-app://shop.example/'), false);
		assert.equal(isAllowed('shop.example', undefined, 'https://evil.example/https://shop.example/'), false);
	});

	it('never throws, and never accepts garbage', () => {
		const store = storeAllowing('shop.example', 'https://a.example:8443');
		fc.assert(
			fc.property(fc.string({ unit: codePoint }), fc.string(), (origin, referer) => {
				assert.equal(isOriginAllowed(store, { origin, referer }), false);
			}),
		);
	});
});

describe('parseAllowedDomain', () => {
	it('normalises an entry', () => {
		const normal = (text: string) => {
			const parsed = parseAllowedDomain(text);
			return parsed.ok ? parsed.value : undefined;
		};
		assert.equal(normal(' Shop.Example. '), 'shop.example');
		assert.equal(normal('bücher.example'), 'xn--bcher-kva.example');
		assert.equal(normal('HTTPS://Shop.Example:443/'), 'https://shop.example');
		assert.equal(normal('2001:DB8:0::1'), '[2001:db8::1]');
		assert.equal(normal('my_shop.example'), 'my_shop.example');
	});

	it('is idempotent', () => {
		const origin = fc
			.tuple(fc.constantFrom('http', 'HTTPS'), fc.webAuthority({ withPort: true }), fc.constantFrom('', '/', '/a?b=1'))
			.map(([scheme, authority, path]) => `${scheme}://${authority}${path}`);
		fc.assert(
			fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), origin), (text) => {
				const once = parseAllowedDomain(text);
				fc.pre(once.ok);
				assert.deepEqual(parseAllowedDomain(once.value), once);
			}),
		);
	});

	const refused: [text: string, reason: RegExp][] = [
		['', /must be a host name/],
		['*', /covers its subdomains/],
		['*.shop.example', /covers its subdomains/],
		['shop.example:8443', /an origin such as/],
		['shop.example/path', /must be a host name/],
		['shop..example', /must be a host name/],
		['.shop.example', /must be a host name/],
		['shop example', /must be a host name/],
		['user@shop.example', /must be a host name/],
		['-shop.example', /must be a host name/],
		[`${'a'.repeat(64)}.example`, /must be a host name/],
		['%73hop.example', /must be a host name/],
		['1.2.3.4.5', /must be a host name/],
		['[::1', /must be a host name/],
		['[1.2.3.4]', /must be a host name/],
		['::g', /must be a host name/],
		['https://shop.example/path', /without a path/],
		['https://user@shop.example', /must be an origin/],
		['ftp://shop.example', /must be an origin/],
		['https://', /must be an origin/],
	];
	for (const [text, reason] of refused) {
		it(`rejects ${JSON.stringify(text)} with a reason`, () => {
			const parsed = parseAllowedDomain(text);
			assert(!parsed.ok, JSON.stringify(parsed));
			assert.match(parsed.failure.message, reason);
		});
	}

	it('never throws', () => {
		fc.assert(
			fc.property(fc.string({ unit: codePoint }), (text) => {
				parseAllowedDomain(text);
			}),
		);
	});
});
