/** Files as the systems of shops write them, and what the import of the dashboard makes of them before anybody changes it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lacksAddress, toItem } from '../../web/dashboard/pages/catalogue/import/map-columns.ts';
import { importFile } from '../support/imported-file.ts';

/** Rows of a table with commas; only what needs them has quotes. */
function toTable(...rows: readonly (readonly (string | number)[])[]): string {
	const quote = (cell: string | number) =>
		/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell;
	return rows.map((row) => row.map(quote).join(',')).join('\r\n');
}

describe('an export of Shopify', () => {
	const head = [
		...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Product Category', 'Type', 'Tags', 'Published'],
		...['Option1 Name', 'Option1 Value', 'Variant SKU', 'Variant Inventory Tracker', 'Variant Inventory Qty'],
		...[
			'Variant Inventory Policy',
			'Variant Price',
			'Variant Compare At Price',
			'Image Src',
			'Cost per item',
			'Status',
		],
	];
	const rows = [
		[
			'shirt',
			'Shirt',
			'<p>Soft &amp; <b>light</b></p>',
			'Acme',
			'Apparel > Clothing',
			'Shirts',
			'a, b',
			'TRUE',
			'Size',
			'S',
			'S-1',
		],
		[
			'shirt',
			'',
			'',
			'',
			'',
			'',
			'',
			'',
			'',
			'M',
			'',
			'shopify',
			0,
			'deny',
			'19.99',
			'24.99',
			'https://x.test/2.jpg',
			9,
			'',
		],
		['shirt', '', '', '', '', '', '', '', '', '', '', '', '', '', '', '', 'https://x.test/3.jpg', '', ''],
		[
			'hat',
			'Hat',
			'',
			'Acme',
			'Hats',
			'Hat',
			'',
			'true',
			'Title',
			'Default Title',
			'',
			'',
			0,
			'deny',
			5,
			'',
			'',
			'',
			'active',
		],
		[
			'cap',
			'Cap',
			'',
			'Acme',
			'Hats',
			'Hat',
			'',
			'true',
			'Title',
			'Default Title',
			'C',
			'',
			0,
			'deny',
			5,
			'',
			'',
			'',
			'draft',
		],
	];
	rows[0]?.push('shopify', 3, 'deny', '25', '', 'https://x.test/1.jpg', 9, 'active');

	it('has an item for each variant, with what its first row says, all pictures, and the price to compare with as the price', async () => {
		const { shop, items, positions, leftOut, mapping } = await importFile(toTable(head, ...rows));
		assert.equal(shop, 'Shopify');
		const images = ['https://x.test/1.jpg', 'https://x.test/2.jpg', 'https://x.test/3.jpg'];
		const shirt = {
			group_id: 'shirt',
			link: 'shirt',
			title: 'Shirt',
			description: 'Soft & light',
			brand: 'Acme',
			categories: 'Apparel > Clothing',
			Type: 'Shirts',
			Tags: 'a, b',
			image_link: 'https://x.test/1.jpg',
			images,
		};
		assert.deepEqual(items, [
			{ ...shirt, id: 'shirt:S', sku: 'S-1', stock: '3', price: '25', Size: 'S' },
			{ ...shirt, id: 'shirt:M', stock: '0', price: '24.99', sale_price: '19.99', Size: 'M' },
			// Its stock is not counted.
			{
				id: 'hat',
				group_id: 'hat',
				link: 'hat',
				title: 'Hat',
				brand: 'Acme',
				categories: 'Hats',
				Type: 'Hat',
				price: '5',
			},
		]);
		assert.deepEqual([positions, leftOut], [[2, 3, 5], [6]]);
		assert.deepEqual(
			mapping.filter(lacksAddress).map(({ column }) => column),
			['Handle'],
		);
	});

	it('keeps its title where an option is called so, and passes over notes below the products', async () => {
		const text =
			'Handle,Title,Option1 Name,Option1 Value,Variant Price\nprint,Print,Title,Large,5\nNote: red is required,,,,\n';
		const { items, leftOut } = await importFile(text);
		assert.deepEqual(
			items.map(({ id, title, Option1 }) => [id, title, Option1]),
			[['print:Large', 'Print', 'Large']],
		);
		assert.deepEqual(leftOut, [3]);
	});

	it('is read by the names of columns that it has since 2025', async () => {
		const today =
			'URL handle,Title,Description,Vendor,Product category,Published on online store,Status,SKU,Option1 name,Option1 value,Price,Inventory quantity,Product image URL';
		const { shop, items } = await importFile(
			`${today}\nvase,Vase,Glazed,Acme,Home > Vases,TRUE,active,V-S,Size,Small,100,12,https://x.test/a.jpg\nvase,,,,,,,V-L,,Large,150,,\nvase,,,,,,,,,,,,https://x.test/b.jpg`,
		);
		assert.equal(shop, 'Shopify');
		assert.deepEqual(
			items.map(({ id, sku, price, Size, image_link }) => [id, sku, price, Size, image_link]),
			[
				['vase:Small', 'V-S', '100', 'Small', 'https://x.test/a.jpg'],
				['vase:Large', 'V-L', '150', 'Large', 'https://x.test/a.jpg'],
			],
		);
	});
});

describe('an export of WooCommerce', () => {
	const head =
		'ID,Type,SKU,Name,Published,"Is featured?","Visibility in catalog",Description,"In stock?",Stock,"Purchase note","Sale price","Regular price",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Download 1 URL"';

	it('has variations instead of their product, with its categories, pictures and attributes by their names', async () => {
		const rows = [
			'44,variable,tee,Tee,1,0,visible,<p>Soft</p>,1,,,,,"Clothing > Tees, Sale","https://x.test/1.jpg, https://x.test/2.jpg",,Color,"Blue, Red",1,',
			'46,"simple, downloadable",album,Album,1,0,visible,,1,0,thanks,9,15,Music,https://x.test/a.jpg,,,,,https://x.test/paid.mp3',
			'47,simple,draft,Draft,-1,0,visible,,1,,,,3,Music,,,,,,',
			'48,simple,hidden,Hidden,1,0,hidden,,1,,,,3,Music,,,,,,',
			'76,variation,tee-red,Tee - Red,1,0,visible,,0,0,,18,20,,,tee,Color,Red,,',
			'77,variation,tee-blue,Tee - Blue,1,0,visible,,1,,,,20,,https://x.test/2.jpg,id:44,Color,Blue,,',
			'78,variation,x-blue,X - Blue,1,0,visible,,1,,,,20,,,gone,Color,Blue,,',
			'80,variable,alone,Alone,1,0,visible,,1,,,,,Music,,,Color,"Blue, Red",1,',
		];
		const { shop, items, leftOut } = await importFile(`\uFEFF${head}\n${rows.join('\n')}\n`);
		assert.equal(shop, 'WooCommerce');
		const shared = {
			'Is featured?': '0',
			description: 'Soft',
			categories: ['Clothing > Tees', 'Sale'],
			group_id: 'tee',
		};
		const pictures = { image_link: 'https://x.test/1.jpg', images: ['https://x.test/1.jpg', 'https://x.test/2.jpg'] };
		const album = {
			id: '46',
			sku: 'album',
			title: 'Album',
			'Is featured?': '0',
			in_stock: '1',
			sale_price: '9',
			price: '15',
		};
		assert.deepEqual(items, [
			{ ...album, categories: ['Music'], image_link: 'https://x.test/a.jpg' },
			{
				...{ ...shared, ...pictures, id: '76', sku: 'tee-red', title: 'Tee - Red', in_stock: '0', stock: '0' },
				...{ sale_price: '18', price: '20', Color: 'Red' },
			},
			{
				...{ ...shared, id: '77', sku: 'tee-blue', title: 'Tee - Blue', in_stock: '1', price: '20', Color: 'Blue' },
				image_link: 'https://x.test/2.jpg',
			},
			{
				id: '80',
				sku: 'alone',
				title: 'Alone',
				'Is featured?': '0',
				in_stock: '1',
				categories: ['Music'],
				Color: ['Blue', 'Red'],
			},
		]);
		assert.deepEqual(leftOut, [4, 5, 8]);
	});
});

describe('an export of Magento', () => {
	it('has a configurable product with the values and the lowest price of its parts, and nothing of other store views', async () => {
		const head = [
			...[
				'sku',
				'store_view_code',
				'attribute_set_code',
				'product_type',
				'categories',
				'name',
				'product_online',
				'visibility',
			],
			...[
				'price',
				'special_price',
				'url_key',
				'base_image',
				'additional_attributes',
				'is_in_stock',
				'configurable_variations',
				'cost',
			],
		];
		const hidden = 'Not Visible Individually';
		const parts = 'sku=H-S,size=S,color=Red|sku=H-M,size=M,color=Red';
		const rows = [
			[
				'H-S',
				'',
				'Top',
				'simple',
				'Default Category/Gear',
				'Hoodie-S',
				1,
				hidden,
				42,
				'',
				'hoodie-s',
				'/h/s.jpg',
				'',
				1,
				'',
				7,
			],
			[
				'H-M',
				'',
				'Top',
				'simple',
				'Default Category/Gear',
				'Hoodie-M',
				1,
				hidden,
				40,
				35,
				'hoodie-m',
				'/h/m.jpg',
				'',
				1,
				'',
				7,
			],
			[
				'H',
				'',
				'Top',
				'configurable',
				'Default Category/Gear/Tops,Default Category',
				'Hoodie',
				1,
				'Catalog, Search',
				'',
				'',
				'hoodie',
			],
			['H', 'de', '', '', '', 'Kapuzenpulli', '', '', '', '', '', '', '', '', '', ''],
			['B', '', 'Bag', 'simple', '', 'Bag', 2, 'Catalog, Search', 5, '', 'bag', '', '', 1, '', 7],
		];
		rows[2]?.push('', 'material=Cotton|Wool,note=a, b', 1, parts, 7);
		const { shop, items, leftOut, mapping } = await importFile(toTable(head, ...rows));
		assert.equal(shop, 'Magento');
		assert.deepEqual(items, [
			{
				...{
					id: 'H',
					title: 'Hoodie',
					link: 'hoodie',
					image_link: '/h/s.jpg',
					categories: ['Gear > Tops'],
					in_stock: '1',
				},
				...{
					price: '40',
					sale_price: '35',
					material: ['Cotton', 'Wool'],
					note: 'a, b',
					size: ['S', 'M'],
					color: ['Red'],
				},
			},
		]);
		assert.deepEqual(leftOut, [2, 3, 5, 6]);
		const addresses: Readonly<Record<string, string>> = {
			url_key: 'https://x.test/{value}.html',
			base_image: 'https://x.test/media/',
		};
		const addressed = mapping.map((entry) => ({ ...entry, address: addresses[entry.column] ?? '' }));
		const item = toItem({ url_key: 'hoodie', base_image: '/h/s.jpg' }, addressed);
		assert.deepEqual(item, { link: 'https://x.test/hoodie.html', image_link: 'https://x.test/media/h/s.jpg' });
	});
});

describe('an export of PrestaShop', () => {
	it('is read from the letters of western offices, with several categories and pictures, and features by their names', async () => {
		const head =
			'Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Price tax included;Wholesale price;Reference #;Manufacturer;EAN13;Quantity;Description;Image URLs (x,y,z...);Feature (Name:Value:Position:Customized)';
		const text = [
			head,
			'1;1;Théière;Maison,Thé & Café;20,75;24,90;8;T-1;Émaux;4006381333931;5;<p>Émaillée</p>;https://x.test/1.jpg,https://x.test/2.jpg;Couleur:Bleu:1:0',
			'2;0;Vieux;Maison;1;1;1;T-2;;;0;;;',
		].join('\r\n');
		const { shop, format, items, leftOut } = await importFile(new Uint8Array(Buffer.from(text, 'latin1')));
		assert.deepEqual([shop, format.encoding, format.separator], ['PrestaShop', 'windows-1252', ';']);
		assert.deepEqual(items, [
			{
				...{
					id: '1',
					title: 'Théière',
					categories: ['Maison', 'Thé & Café'],
					'Price tax excluded': '20,75',
					price: '24,90',
				},
				...{ sku: 'T-1', brand: 'Émaux', ean: '4006381333931', stock: '5', description: 'Émaillée', Couleur: 'Bleu' },
				...{ image_link: 'https://x.test/1.jpg', images: ['https://x.test/1.jpg', 'https://x.test/2.jpg'] },
			},
		]);
		assert.deepEqual(leftOut, [3]);
	});
});

describe('an export of BigCommerce', () => {
	it('has products with the pictures and options of the rows below them', async () => {
		const today =
			'Item,ID,Name,Type,SKU,Options,Inventory Tracking,Current Stock,Price,Cost Price,Sale Price,Brand Name,Product URL,Is Visible,Internal Image URL (Export)\n' +
			'Product,77,Mug,physical,M-1,,none,4,9.5,2,8,Acme,/mug/,TRUE,\n' +
			'Variant,78,,,M-1-R,Type=Dropdown|Name=Colour|Value=Red,,,,,,,,,\n' +
			'Image,,,,,,,,,,,,,,https://x.test/m.jpg\n' +
			'Product,90,Old,physical,O-1,,none,0,1,1,,Acme,/old/,FALSE,\n';
		const { shop, items, leftOut } = await importFile(today);
		assert.equal(shop, 'BigCommerce');
		assert.deepEqual(items, [
			{
				...{
					id: '77',
					title: 'Mug',
					sku: 'M-1',
					'Inventory Tracking': 'none',
					stock: '4',
					price: '9.5',
					sale_price: '8',
				},
				...{ brand: 'Acme', link: '/mug/', Colour: ['Red'], image_link: 'https://x.test/m.jpg' },
			},
		]);
		assert.deepEqual(leftOut, [5]);
	});
});
