import type { Texts } from './texts/texts.ts';

const known: Readonly<Record<string, keyof Texts & ('brand' | 'categories' | 'price' | 'color' | 'size')>> = {
	brand: 'brand',
	categories: 'categories',
	category: 'categories',
	best_price: 'price',
	price: 'price',
	sale_price: 'price',
	color: 'color',
	colour: 'color',
	size: 'size',
};

/** What a field is called: as the shop says, or in the shopper's language where the field is a usual one, or by its name. */
export function toFacetLabel(field: string, label: string, texts: Texts): string {
	if (label !== '' && label !== field) return label;
	const key = Object.hasOwn(known, field) ? known[field] : undefined;
	if (key !== undefined) return texts[key];
	const words = field.replaceAll(/[_.-]+/g, ' ').trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a field holds amounts of money. */
export function isPriceField(field: string): boolean {
	return known[field] === 'price';
}

/** `Home > Kitchen` as shoppers read it. */
export function toPathText(key: string): string {
	return key.split(/\s*>\s*/).join(' › ');
}
