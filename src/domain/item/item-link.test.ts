import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkLengthMax, listItemLinks, listLinkForms, normalizeLink } from './item-link.ts';

test('addresses that differ only in irrelevant parts have the same form', () => {
	const same = [
		'https://shop.example/p/~shoe?a=1&b=2',
		'http://shop.example/p/~shoe?a=1&b=2',
		'HTTPS://WWW.Shop.Example:443/p/%7Eshoe/?b=2&a=1#top',
		'http://shop.example:80/p/~shoe//?a=1&utm_source=mail&b=2&gclid=Cj0',
		'//shop.example./p/~shoe?a=1&b=2&fbclid=x&_ga=2.1',
		'  https://shop.example:80/p/~shoe?b=2&a=1&UTM_Campaign=y\n',
	];
	for (const text of same) assert.equal(normalizeLink(text), 'shop.example/p/~shoe?a=1&b=2', text);
});

test('addresses that differ in anything else do not', () => {
	const different = [
		'https://shop.example/p/shoe',
		'https://shop.example/p/Shoe',
		'https://shop.example/p/shoe?color=red',
		'https://shop.example/p/shoe?color=Red',
		'https://shop.example/p/shoe?color=red&color=red',
		'https://m.shop.example/p/shoe',
		'https://shop.example:8443/p/shoe',
		'https://shop.example/p%2Fshoe',
		'https://shop.example/',
		'https://shop.example/#/p/77',
		'https://shop.example/#/p/78',
		'https://shop.example/#!/p/77',
		'https://shop.example/#/p?id=77',
		'/p/shoe',
	];
	assert.equal(new Set(different.map(normalizeLink)).size, different.length);
});

test('an address in its usual form is normalised as any other', () => {
	const hosts = [
		'shop.example',
		'www.shop.example',
		'www.example',
		'www.www.example',
		'a-b.c1.example',
		'a--b.example',
	];
	const oddHosts = ['xn--tst-bma.example', '-a.example', '1.2.3.4', '1.2.3', '0x7f.1', 'localhost', 'Shop.example'];
	const paths = [
		'/p/shoe',
		'/p/shoe//',
		'/P/~a_b-c.html',
		'/p/./a',
		'/p/../a',
		'/p/.a',
		'/p//a',
		'/p/%7Ea',
		'/p/a%2fb',
		'/',
	];
	for (const host of [...hosts, ...oddHosts]) {
		for (const path of paths) {
			const text = `https://${host}${path}`;
			// The fragment is dropped, after the address was parsed as a URL.
			assert.equal(normalizeLink(text), normalizeLink(`${text}#top`), text);
		}
	}
});

test('characters beyond ASCII are the same escaped or not', () => {
	assert.equal(
		normalizeLink('https://tést.example/zapatería'),
		normalizeLink('https://xn--tst-bma.example/zapater%c3%ada'),
	);
});

test('text that is not the address of a page has no form', () => {
	const none = [
		'',
		'  ',
		'shoe',
		'p/shoe',
		'ftp://shop.example/p',
		'javascript:void(0)',
		'https://',
		`/${'a'.repeat(linkLengthMax)}`,
	];
	for (const text of none) assert.equal(normalizeLink(text), undefined, text);
});

test('a fragment is dropped, except for routes of single-page shops', () => {
	for (const fragment of ['', '#', '#/', '#!/', '#top', '#p/77', '#!top']) {
		assert.equal(normalizeLink(`https://shop.example/${fragment}`), 'shop.example/', fragment);
	}
	assert.equal(normalizeLink('https://shop.example/?utm_source=x#/p/77/'), 'shop.example/#/p/77');
	assert.deepEqual(listLinkForms('https://shop.example/p?x=1#/reviews?y=2'), [
		'shop.example/p?x=1#/reviews?y=2',
		'shop.example/p?x=1',
		'shop.example/p',
		'/p?x=1#/reviews?y=2',
		'/p?x=1',
		'/p',
	]);
});

test('a page is also looked up without its query and without its host, in this order', () => {
	assert.deepEqual(listLinkForms('https://shop.example/p?x=1'), [
		'shop.example/p?x=1',
		'shop.example/p',
		'/p?x=1',
		'/p',
	]);
	assert.deepEqual(listLinkForms('https://shop.example'), ['shop.example/', '/']);
	assert.deepEqual(listLinkForms('nonsense'), []);
});

test('an item has the links in its link field, or else in its url field', () => {
	assert.deepEqual(listItemLinks({ link: 'https://a.example/1', url: 'https://a.example/2' }), ['a.example/1']);
	assert.deepEqual(listItemLinks({ url: '/2/' }), ['/2']);
	assert.deepEqual(listItemLinks({ link: ['/1', 5, '/1?utm_x=1', '', '/2'] }), ['/1', '/2']);
	assert.deepEqual(listItemLinks({ link: 5 }), []);
	assert.deepEqual(listItemLinks({ link: null }), []);
});
