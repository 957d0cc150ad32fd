import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseLength } from '../../../test/support/test-length.ts';
import type { DemoItem } from './demo-item.ts';
import { isEan13 } from './ean13.ts';
import { demoItemsMax, generateCatalogue } from './generate-catalogue.ts';
import { productKinds } from './tables/product-kinds.ts';

const catalogue = generateCatalogue({ seed: 1 });
const catalogues = [1, 2, 3, 4, 5].map((seed) => generateCatalogue({ seed }));
const everyItem = catalogues.flat();

const fieldOrder = [
	'id',
	'title',
	'description',
	'brand',
	'categories',
	'price',
	'sale_price',
	'link',
	'image_link',
	'availability',
	'color',
	'size',
	'material',
	'gtin',
	'mpn',
	'rating',
	'review_count',
	'release_date',
	'group_id',
	'group_leader',
];
const optionalFields = ['sale_price', 'size', 'group_id', 'group_leader'];

function groupItems(items: readonly DemoItem[]): DemoItem[][] {
	const grouped = items.filter(({ group_id }) => group_id !== undefined);
	return [...Map.groupBy(grouped, ({ group_id }) => group_id).values()];
}

function countDistinct(values: readonly unknown[]): number {
	return new Set(values).size;
}

function kindOf(item: DemoItem): (typeof productKinds)[number] {
	const kind = productKinds.find(({ key }) => item.image_link.includes(`/images/${key}/`));
	assert(kind !== undefined, `${item.image_link} names no kind`);
	return kind;
}

describe('the demo catalogue', () => {
	it('is the same text for the same seed, and a different one for another', () => {
		assert.equal(JSON.stringify(generateCatalogue({ seed: 1 })), JSON.stringify(catalogue));
		assert.notEqual(JSON.stringify(catalogues[1]), JSON.stringify(catalogue));
	});

	it('has 360 items by default', () => {
		assert.equal(catalogue.length, 360);
		for (const itemCount of [0, 1, 2, 7, 61]) assert.equal(generateCatalogue({ seed: 9, itemCount }).length, itemCount);
	});

	it('rejects a number of items for which it has no names', () => {
		for (const itemCount of [-1, 1.5, demoItemsMax + 1, Number.NaN]) {
			assert.throws(() => generateCatalogue({ seed: 1, itemCount }));
		}
	});

	it('has enough names for the largest catalogue, for any seed', () => {
		for (let seed = 0; seed < chooseLength(1, 20); seed += 1) {
			const items = generateCatalogue({ seed, itemCount: demoItemsMax });
			assert.equal(countDistinct(items.map(({ title }) => title)), demoItemsMax);
			assert.equal(countDistinct(items.map(({ mpn }) => mpn)), demoItemsMax);
		}
	});

	it('survives a round trip through JSON', () => {
		assert.deepEqual(JSON.parse(JSON.stringify(catalogue)), catalogue);
	});

	it('never uses an id, a title, a link, a model number or an EAN twice', () => {
		for (const items of catalogues) {
			for (const field of ['id', 'title', 'link', 'mpn', 'gtin']) {
				assert.equal(countDistinct(items.map((item) => item[field])), items.length, field);
			}
		}
	});

	it('gives every item its fields, in their order', () => {
		for (const item of everyItem) {
			const names = Object.keys(item);
			const expected = fieldOrder.filter((name) => names.includes(name) || !optionalFields.includes(name));
			assert.deepEqual(names.slice(0, expected.length), expected);
			assert(names.length > expected.length, `${item.title} has no attributes of its own`);
			assert(!Object.values(item).some((value) => value === undefined || value === ''), item.title);
		}
	});

	it('has valid EANs from the range that no real product uses', () => {
		assert(everyItem.every(({ gtin }) => isEan13(gtin) && gtin.startsWith('29')));
	});

	it('keeps prices within the band of their kind, with two decimals, and sale prices below them', () => {
		for (const item of everyItem) {
			const [lowest, highest] = kindOf(item).price;
			assert(item.price >= lowest && item.price <= highest, `${item.title}: ${item.price}`);
			for (const price of [item.price, item.sale_price ?? item.price]) {
				assert.equal(Number(price.toFixed(2)), price, item.title);
			}
			assert((item.sale_price ?? 0) < item.price, item.title);
			assert((item.sale_price ?? item.price) >= item.price * 0.55, item.title);
		}
	});

	it('has variety: all kinds, many brands, sales, and a few things out of stock', () => {
		for (const items of catalogues) {
			assert.equal(countDistinct(items.map(kindOf)), productKinds.length);
			assert(countDistinct(items.map(({ brand }) => brand)) >= 25);
			assert(countDistinct(items.map(({ categories }) => categories[0])) >= 20);
			assert(countDistinct(items.map(({ color }) => color)) >= 15);
			const soldOutCount = items.filter(({ availability }) => availability === 'out of stock').length;
			assert(soldOutCount >= 5 && soldOutCount <= 80, `${soldOutCount} are out of stock`);
			const saleCount = items.filter(({ sale_price }) => sale_price !== undefined).length;
			assert(saleCount >= 20 && saleCount <= 160, `${saleCount} are on sale`);
		}
	});

	it('writes categories as paths of three levels', () => {
		for (const { categories } of everyItem) {
			assert(categories.length >= 1);
			for (const path of categories) assert.equal(path.split(' > ').length, 3, path);
		}
	});

	it('describes every product in two to four complete sentences without placeholders', () => {
		for (const { title, description } of everyItem) {
			const sentences = description.split(/(?<=[.!?]) /);
			assert(sentences.length >= 2 && sentences.length <= 4, description);
			assert(
				sentences.every((sentence) => /^[A-Z].*[.!?]$/.test(sentence)),
				description,
			);
			assert(!/[{}[\]]|undefined| {2}/.test(title + description), `${title}: ${description}`);
		}
	});

	it('says only what is true of the product', () => {
		const claims: readonly (readonly [RegExp, string, unknown])[] = [
			[/Active noise cancelling/, 'noise_cancelling', true],
			[/Waterproof to IP67|waterproof to IPX7|waterproof membrane/, 'waterproof', true],
			[/at home indoors|feet breathe/, 'waterproof', false],
			[/carbon plate/, 'plate', 'carbon'],
			[/merino wool through and through/, 'material', 'merino wool'],
			[/station empties the dust box/, 'self_emptying', true],
		];
		for (const [words, field, value] of claims) {
			const claiming = everyItem.filter(({ description }) => words.test(description));
			assert(claiming.length > 0, `nothing says ${words}`);
			for (const item of claiming) assert.equal(item[field], value, item.title);
		}
		for (const item of everyItem) {
			const hours = / (\d+(?:\.\d)?) hours (?:on one charge|at moderate)/.exec(item.description)?.[1];
			if (hours !== undefined) assert.equal(item.battery_hours, Number(hours), item.title);
		}
	});

	it('follows the grade: the more expensive half of the headphones plays longer', () => {
		const headphones = generateCatalogue({ seed: 1, itemCount: demoItemsMax })
			.filter(({ categories }) => categories.includes('Audio > Headphones > Over-Ear Headphones'))
			.sort((a, b) => a.price - b.price)
			.map(({ battery_hours }) => Number(battery_hours));
		const half = Math.floor(headphones.length / 2);
		const sum = (hours: readonly number[]) => hours.reduce((total, value) => total + value, 0);
		assert(sum(headphones.slice(-half)) > 1.3 * sum(headphones.slice(0, half)));
	});
});

describe('variants', () => {
	it('are groups of two to six with exactly one leader', () => {
		const groups = catalogues.flatMap(groupItems);
		assert(groups.length >= 5 * 20);
		for (const group of groups) {
			assert(group.length >= 2 && group.length <= 6);
			assert.equal(group.filter(({ group_leader }) => group_leader).length, 1);
		}
	});

	it('are led by one that is in stock, if there is one', () => {
		for (const group of catalogues.flatMap(groupItems)) {
			const leader = group.find(({ group_leader }) => group_leader);
			const isSoldOut = group.every(({ availability }) => availability === 'out of stock');
			assert(isSoldOut || leader?.availability === 'in stock');
		}
	});

	it('differ in colour or size and share everything else of their model', () => {
		for (const group of catalogues.flatMap(groupItems)) {
			assert.equal(countDistinct(group.map(({ color, size }) => `${color}/${size}`)), group.length);
			for (const field of ['brand', 'description', 'price', 'sale_price', 'material', 'rating', 'release_date']) {
				assert.equal(countDistinct(group.map((item) => item[field])), 1, field);
			}
			assert.equal(countDistinct(group.map(({ mpn }) => mpn.slice(0, 6))), 1);
		}
	});

	it('of shoes come in the sizes of the people they are made for', () => {
		const womensShoes = everyItem.filter((item) => item.gender === "Women's" && item.size?.startsWith('EU'));
		assert(womensShoes.length > 0);
		assert(womensShoes.every(({ size }) => Number(size?.slice(3)) <= 41));
	});
});
