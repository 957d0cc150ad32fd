/** `_highlight` and `_snippet` of results, of the index that serves shops. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ServedApp, serveApp } from '../support/served-app.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { waitFor } from '../support/wait-for.ts';

let server: ServedApp;
let shop: Shop;

const long = `${'word '.repeat(40)}a <b>shoe</b> of leather ${'more '.repeat(40)}`.trim();

before(async () => {
	server = await serveApp({ VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '0', VITRINE_SEARCH: 'true' });
	shop = await openShop(server, { isCorsEnforced: false });
	await shop.put(
		{ id: '1', title: 'Red <script>alert(1)</script> shoes & "boots"', description: long, colors: ['Red', 'Blue'] },
		{ id: '2', name: 'Wireless Headphones', __proto__x: 'headphones', price: 5, nested: { a: 'headphones' } },
	);
	await waitFor(
		'both items',
		() => shop.search(''),
		({ total }) => total === 2,
	);
});
after(() => server[Symbol.asyncDispose]());

test('words are in tags as they were found, and HTML of items is text', async () => {
	const [shoe] = (await shop.search('query=red+shoe&highlight[]=title&highlight[]=colors&highlight[]=nothing')).results;
	assert.deepEqual(shoe._highlight, {
		title: {
			value: '<em>Red</em> &lt;script&gt;alert(1)&lt;/script&gt; <em>shoes</em> &amp; &quot;boots&quot;',
			match_level: 'full',
			matched_words: ['shoe', 'red'],
		},
		colors: [
			{ value: '<em>Red</em>', match_level: 'partial', matched_words: ['red'] },
			{ value: 'Blue', match_level: 'none', matched_words: [] },
		],
	});
	const [headphones] = (await shop.search('query=hedphones+&highlight=*&fields=price')).results;
	assert.equal(headphones._highlight.title.value, 'Wireless <em>Headphones</em>');
	assert.equal(headphones._highlight.nested, undefined);
	assert.equal(headphones.price, 5);
	assert.equal(headphones.name, undefined);
});

test('tags are those of the request, and texts are unescaped where it asks for that', async () => {
	const tags = 'highlight_pre_tag=__a__&highlight_post_tag=__/a__&highlight_escape=false';
	const [shoe] = (await shop.search(`query=boots&highlight=title&${tags}`)).results;
	assert.equal(shoe._highlight.title.value, 'Red <script>alert(1)</script> shoes & "__a__boots__/a__"');
	const [browsed] = (await shop.search('sort=id&highlight=title')).results;
	assert.equal(browsed._highlight.title.match_level, 'none');
	assert.equal((await shop.search('query=shoe')).results[0]._highlight, undefined);
});

test('snippets are the words around what was found', async () => {
	const [shoe] = (await shop.search('query=shoe+leather&snippet=description:8,title:50&snippet_ellipsis=...')).results;
	const { description, title } = shoe._snippet;
	assert.equal(description.value, '...word a &lt;b&gt;<em>shoe</em>&lt;/b&gt; of <em>leather</em> more more more...');
	assert.equal(description.match_level, 'full');
	assert(title.value.startsWith('Red &lt;script&gt;'));
	const [all] = (await shop.search('query=red&snippet=*')).results;
	assert.equal(all._snippet.description.value, `${'word '.repeat(10).trim()}…`);
});

test('what is too much is refused', async () => {
	for (const [parameters, error] of [
		['highlight=a&highlight_pre_tag='.padEnd(200, 'x'), 'bad highlight_pre_tag: it has more than 100 characters'],
		[`highlight=${'a'.repeat(300)}`, 'bad highlight: a field name is too long'],
		[`highlight=${Array.from({ length: 31 }, (_, at) => at)}`, 'bad highlight: there are more than 30'],
		['snippet=a:0', 'bad snippet: it must have at least one word'],
		['highlight_escape=maybe', 'bad highlight_escape: it must be true or false'],
	] as const) {
		const { status, json } = await shop.api.call(`/_search?${parameters}`);
		assert.deepEqual([status, json.error], [400, `Bad request, ${error}`]);
	}
});
