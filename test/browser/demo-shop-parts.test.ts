/** The parts of the demo shop that need no browser: addresses, the cart, and what is noted of requests. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	addLine,
	amountMax,
	type CartLine,
	countItems,
	linesMax,
	readCart,
	setAmount,
	sumMinor,
	writeCart,
} from '../../web/demo-shop/cart-store.ts';
import { listReasons, watchRequests } from '../../web/demo-shop/request-log.ts';
import { findShopPage, listSteps, toCategoryPath } from '../../web/demo-shop/shop-paths.ts';

const line: CartLine = {
	...{ id: '1', dfid: 'h@product@1', title: 'Kettle', price: 19.99, link: '/demo/products/k-1', picture: '/k.svg' },
	amount: 1,
};
const other = { ...line, id: '2', dfid: 'h@product@2', price: 0.1 };

describe('the address of a page', () => {
	const pages = {
		'/demo': { kind: 'home' },
		'/demo/': { kind: 'home' },
		'/base/demo': { kind: 'home' },
		'/demo/cart': { kind: 'cart' },
		'/demo/search/': { kind: 'search' },
		'/demo/products/kettle-1': { kind: 'product', path: '/demo/products/kettle-1' },
		'/demo/categories/Home%20%26%20Kitchen%20%3E%20Rugs': { kind: 'category', category: 'Home & Kitchen > Rugs' },
		'/demo/categories/%zz': { kind: 'category', category: '%zz' },
		'/demo/products': { kind: 'missing' },
		'/demo/products/a/b': { kind: 'missing' },
		'/demo/constructor': { kind: 'missing' },
	};
	for (const [path, page] of Object.entries(pages)) {
		it(`says which it is: ${path}`, () => assert.deepEqual(findShopPage(path), page));
	}

	it('of a category leads back to it', () => {
		for (const category of ['Outdoor', 'Home & Kitchen > Kitchen > 100 % wool / silk?']) {
			assert.deepEqual(findShopPage(`/${toCategoryPath(category)}`), { kind: 'category', category });
		}
	});

	it('is there for every step to a category', () => {
		assert.deepEqual(listSteps('A > B'), [
			{ name: 'A', category: 'A' },
			{ name: 'B', category: 'A > B' },
		]);
	});
});

describe('the cart', () => {
	it('adds to the line of an item, up to a limit, and removes it at nothing', () => {
		const lines = addLine(addLine([line], other), line);
		assert.deepEqual(
			lines.map(({ amount }) => amount),
			[2, 1],
		);
		assert.equal(addLine(lines, { ...line, amount: 1000 })[0]?.amount, amountMax);
		assert.deepEqual(setAmount(lines, line.dfid, 0), [other]);
		assert.deepEqual(setAmount(lines, line.dfid, Number.NaN), [other]);
		const full = Array.from({ length: linesMax }, (_, index) => ({ ...line, dfid: String(index) }));
		assert.equal(addLine(full, other), full);
	});

	it('adds up cents exactly', () => {
		const lines = [
			{ ...line, amount: 3 },
			{ ...other, amount: 3 },
		];
		assert.deepEqual([countItems(lines), sumMinor(lines)], [6, 6027]);
	});

	it('is read as it was written, and empty where what is stored is something else', () => {
		let stored = '';
		const storage = {
			getItem: () => stored,
			setItem(_: string, value: string) {
				stored = value;
			},
		};
		writeCart([line], storage);
		assert.deepEqual(readCart(storage), [line]);
		for (const text of [
			'',
			'null',
			'7',
			'{}',
			'[null]',
			'[{"id":1}]',
			JSON.stringify([{ ...line, price: 'x' }]),
			'[{',
		]) {
			stored = text;
			assert.deepEqual(readCart(storage), [], text);
		}
	});

	it('lasts as long as the page where the browser forbids storage', () => {
		const refuse = () => {
			throw new Error('forbidden');
		};
		assert.deepEqual(readCart({ getItem: refuse }), []);
		writeCart([line], { setItem: refuse });
	});
});

describe('what is noted of requests', () => {
	it('is what an answer says of itself', () => {
		const understood = [{ text: 'under 50', kind: 'price', field: 'best_price', strict: true }];
		const answer = { total_found: 7, results: [{}, {}], query_name: 'fuzzy', corrected_query: 'boots', understood };
		assert.deepEqual(listReasons(JSON.stringify(answer)), [
			'7 found, 2 shown',
			'words were matched with typing errors',
			'probably meant: boots',
			'“under 50” was read as price (best_price), a filter',
		]);
		assert.deepEqual(listReasons('{"results":[{}],"fallback_action":"trending"}'), [
			'1 recommended',
			'fallback: trending',
		]);
		assert.deepEqual(listReasons('["a","b"]'), ['2 suggestions']);
		assert.deepEqual(listReasons('{"status":"registered"}'), ['event registered: it is on disk']);
		assert.deepEqual(listReasons('{"error":{"code":"x"}}'), ['refused: {"code":"x"}']);
		for (const text of ['', '<html>', 'null']) assert.deepEqual(listReasons(text), []);
	});

	it('is the latest requests of the APIs, with their answers, which the page still gets', async () => {
		const scope: { fetch: typeof fetch } = { fetch: async () => new Response('{"results":[]}', { status: 200 }) };
		const log = watchRequests('https://shop.example/demo', scope);
		let changes = 0;
		const end = log.subscribe(() => {
			changes += 1;
		});
		const response = await scope.fetch('/6/h/_search?query=a%20b');
		assert.deepEqual(await response.json(), { results: [] });
		await scope.fetch('/demo/images/a.svg');
		const [request, ...more] = log.read();
		assert.deepEqual(
			[request?.method, request?.address, request?.status, more.length, changes],
			['GET', '/6/h/_search?query=a b', 200, 0, 2],
		);
		end();
		for (let count = 0; count < 100; count += 1) await scope.fetch('/api/widget/x', { method: 'post', body: '{}' });
		assert.deepEqual([log.read().length, log.read()[0]?.method, changes], [60, 'POST', 2]);
	});

	it('says that there was no answer, and the page learns it, too', async () => {
		const scope: { fetch: typeof fetch } = { fetch: () => Promise.reject(new TypeError('no network')) };
		const log = watchRequests('https://shop.example/demo', scope);
		await assert.rejects(scope.fetch('/api/widget/x'), /no network/);
		assert.equal(log.read()[0]?.status, 0);
	});
});
