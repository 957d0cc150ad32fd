/** The page Shop says of a domain what the server says of calls from its pages. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isOriginAllowed, parseAllowedDomain } from '../../src/domain/store/origin-rule.ts';
import { isAdmitted, toDomain } from '../../web/dashboard/pages/shop/admitted-domain.ts';

const entries = [
	...['shop.example', 'https://shop.example', 'https://shop.example:8443', 'http://shop.example', '[::1]'],
	...['http://127.0.0.1:4000', 'xn--schn-7qa.example'],
];
/** As somebody types it, and the origin that is meant. */
const typed = [
	['shop.example', 'https://shop.example'],
	[' Shop.Example. ', 'https://shop.example'],
	['www.shop.example', 'https://www.shop.example'],
	['badshop.example', 'https://badshop.example'],
	['https://shop.example/de/?page=2', 'https://shop.example'],
	['https://shop.example:443', 'https://shop.example'],
	['https://shop.example:8443/', 'https://shop.example:8443'],
	['http://shop.example', 'http://shop.example'],
	['http://127.0.0.1:4000/', 'http://127.0.0.1:4000'],
	['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
	['schön.example', 'https://xn--schn-7qa.example'],
	['http://[::1]:4000', 'http://[::1]:4000'],
] as const;

it('says of a domain what the server says of its pages', () => {
	for (const entry of entries) {
		for (const [text, origin] of typed) {
			for (const isCorsEnforced of [true, false]) {
				const expected = isOriginAllowed({ allowedDomains: [entry], isCorsEnforced }, { origin, referer: undefined });
				const store = { allowed_domains: [entry], cors_enforced: isCorsEnforced };
				assert.equal(isAdmitted(store, toDomain(text)), expected, `${text} with ${entry}`);
			}
		}
	}
});

it('makes an entry of an address that was copied, which then admits it', () => {
	for (const [text] of typed) {
		const parsed = parseAllowedDomain(toDomain(text));
		assert.ok(parsed.ok, text);
		assert.ok(isAdmitted({ allowed_domains: [parsed.value], cors_enforced: true }, toDomain(text)), text);
	}
	assert.equal(isAdmitted({ allowed_domains: ['shop.example'], cors_enforced: true }, toDomain('not a host')), false);
});
