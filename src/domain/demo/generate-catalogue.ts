/**
 * Generates the catalogue of an invented shop.
 *
 * It is a department store for the outdoors, running, the home and music, made from word tables and a seed. The kinds
 * of product are dealt in rounds, so that a small catalogue has all of them. A model has a grade, which determines its
 * price and its facts, and a description says only what is true of its product. The same seed gives the same catalogue.
 */
import assert from 'node:assert/strict';
import { createSeededRandom, type SeededRandom } from '../../lib/seeded-random.ts';
import type { DemoItem } from './demo-item.ts';
import { drawModel, type Model } from './draw-model.ts';
import { drawVariants, type Variant } from './draw-variants.ts';
import { toEan13 } from './ean13.ts';
import { createModelNames, type ModelName } from './model-names.ts';
import type { ProductKind } from './product-kind.ts';
import { brandNames } from './tables/brand-names.ts';
import { productKinds } from './tables/product-kinds.ts';

export interface CatalogueOptions {
	/** A safe integer. */
	readonly seed: number;
	/** The number of items, counting each variant: from 0 to `demoItemsMax`, 360 by default. */
	readonly itemCount?: number;
}

/** The tables have names for about this many; beyond it, model names would repeat. */
export const demoItemsMax = 5000;
/** Where the server has the demo shop: links without a host are of any host. */
const shopUrl = '/demo';
const inStockChance = 0.92;
const allBrands: readonly string[] = [...new Set(Object.values(brandNames).flat())];

/**
 * Exactly `itemCount` items with unique ids, titles, model numbers and EANs; variants of a model are adjacent. Throws
 * when the options are out of range. Cost: O(itemCount).
 */
export function generateCatalogue({ seed, itemCount = 360 }: CatalogueOptions): readonly DemoItem[] {
	assert(
		Number.isInteger(itemCount) && itemCount >= 0 && itemCount <= demoItemsMax,
		`itemCount is a whole number from 0 to ${demoItemsMax}, not ${itemCount}`,
	);
	const random = createSeededRandom(seed);
	const names = new Map(productKinds.map((kind) => [kind, createModelNames(random, kind)]));
	const items: DemoItem[] = [];
	while (items.length < itemCount) {
		for (const kind of random.shuffle(productKinds.flatMap(repeatByShare))) {
			if (items.length === itemCount) break;
			const model = drawModel(random, kind, (names.get(kind) as () => ModelName)());
			const variants = drawVariants(random, model, itemCount - items.length);
			items.push(...toItems(random, model, { variants, firstIndex: items.length }));
		}
	}
	return items;
}

function repeatByShare(kind: ProductKind): ProductKind[] {
	return Array.from({ length: kind.share ?? 1 }, () => kind);
}

/** Where the variants of a model are in the catalogue. */
interface Placement {
	readonly variants: readonly Variant[];
	readonly firstIndex: number;
}

function toItems(random: SeededRandom, model: Model, { variants, firstIndex }: Placement): DemoItem[] {
	const areInStock = variants.map(() => random.chance(inStockChance));
	// A group is shown by a variant that is in stock, if there is one.
	const leader = Math.max(0, areInStock.indexOf(true));
	const groupId = `g${toId(firstIndex)}`;
	return variants.map((variant, at) => {
		const isAlone = variants.length === 1;
		const title = isAlone ? model.title : [model.title, variant.color, variant.size].filter(Boolean).join(', ');
		const { material, size: factSize, ...attributes } = model.facts;
		const size = variant.size ?? factSize;
		const id = toId(firstIndex + at);
		return {
			id,
			title,
			description: model.description,
			brand: model.brand,
			categories: model.categories,
			price: model.price.regular,
			...(model.price.sale === undefined ? {} : { sale_price: model.price.sale }),
			link: `${shopUrl}/products/${toSlug(title)}-${id}`,
			image_link: `${shopUrl}/images/${model.kind.key}/${toSlug(variant.color)}.svg`,
			availability: areInStock[at] ? 'in stock' : 'out of stock',
			color: variant.color,
			...(size === undefined ? {} : { size: String(size) }),
			material: String(material),
			gtin: toGtin(model.brand, firstIndex + at),
			mpn: variant.number,
			rating: model.rating,
			review_count: model.reviewCount,
			release_date: model.releaseDate,
			...(isAlone ? {} : { group_id: groupId, group_leader: at === leader }),
			...attributes,
		};
	});
}

function toId(index: number): string {
	return String(10_001 + index);
}

/**
 * GS1 reserves the prefixes 200 to 299 for use within a company: these numbers are valid, and no real product has them.
 */
function toGtin(brand: string, index: number): string {
	const maker = String(allBrands.indexOf(brand) + 1).padStart(4, '0');
	return toEan13(`29${maker}${String(index + 1).padStart(6, '0')}`);
}

function toSlug(text: string): string {
	return text
		.toLowerCase()
		.replaceAll("'", '')
		.replaceAll(/[^a-z0-9]+/g, '-')
		.replaceAll(/^-|-$/g, '');
}
