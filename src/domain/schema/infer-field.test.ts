import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldRole } from './field-role.ts';
import { inferField, refineRole } from './infer-field.ts';

/** Names as shops of several countries write them, by role. */
const namesOfRoles: Readonly<Record<FieldRole, readonly string[]>> = {
	title: ['title', 'name', 'Title', 'Name'],
	item_id: ['id', 'item_id', 'product_id'],
	identifier: ['sku', 'mpn', 'GTIN13', 'offer.ean', 'isbn', 'Variant SKU', 'variantBarcode'],
	model: ['model', 'part_number', 'specs.model_name'],
	text: ['description', 'short_description', 'content', 'specs.features', 'Body (HTML)', 'Short description'],
	brand: [
		'brand',
		'marca',
		'Hersteller',
		'shoe_vendor',
		'df_brand',
		'marka',
		'producent',
		'Märke',
		'ブランド',
		'品牌',
		'الماركة',
	],
	category: [
		'category',
		'categories',
		'categorias',
		'google_product_type',
		'Kategorien',
		'df_categories',
		'Product Category',
		'productType',
		'Catégorie',
		'kategoria',
		'分类',
	],
	type: ['type', 'tipo', 'specs.typ'],
	attribute: [
		'color',
		'colour',
		'talla',
		'shoe_size',
		'tags',
		'shoe_type',
		'Option1 Value',
		'Google Shopping / Gender',
		'gender',
		'Größe',
		'kolor',
		'género',
		'カラー',
		'颜色',
	],
	price: ['price', 'sale_price', 'best_price', 'offer.Price', 'Variant Price', 'regular-price', 'salePrice'],
	geo: ['geo', 'location', 'shop.coordinates', 'df_location'],
	date: ['date', 'release_date', 'created_at'],
	stock: ['availability', 'in_stock', 'stock'],
	group: ['group_id', 'df_grouping_id'],
	link: ['link', 'url'],
	image: ['image_link', 'images', 'thumb', 'img_small', 'product_picture', 'Image Src', 'Variant Image'],
	metadata: ['df_manual_boost', 'currency', 'brand_url', 'video_link', 'group_leader', 'df_price'],
	keyword: ['weight', 'specs.Title', 'specs.name', 'material_care', 'x'],
	number: [],
};

for (const [role, names] of Object.entries(namesOfRoles)) {
	if (names.length === 0) continue;
	test(`${names.join(', ')} have the role ${role}`, () => {
		assert.deepEqual(
			names.map((name) => inferField(name).role),
			names.map(() => role),
		);
	});
}

test('fields meant for programs are not searched', () => {
	for (const name of ['df_brand', 'df_categories', 'img_category', 'df_location']) {
		assert.equal(inferField(name).fieldClass, null, name);
	}
});

test('values decide where the name says nothing', () => {
	assert.equal(refineRole('keyword', ['number']), 'number');
	assert.equal(refineRole('keyword', ['text', 'keyword', 'date']), 'date');
	assert.equal(refineRole('keyword', ['text', 'keyword', 'number']), 'keyword');
	assert.equal(refineRole('keyword', ['point']), 'geo');
	assert.equal(refineRole('keyword', []), 'keyword');
	assert.equal(refineRole('geo', ['text', 'keyword']), 'keyword');
	assert.equal(refineRole('geo', ['keyword', 'point']), 'geo');
	assert.equal(refineRole('brand', ['number']), 'brand');
});
