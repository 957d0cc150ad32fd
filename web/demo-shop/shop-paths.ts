/** The addresses of the shop's pages: below `/demo`, and those of products as the catalogue has them. */

export type ShopPage =
	| { readonly kind: 'home' | 'cart' | 'search' | 'missing' }
	| { readonly kind: 'product'; readonly path: string }
	| { readonly kind: 'category'; readonly category: string };

const separator = ' > ';

/** The departments of the catalogue, each with a picture that stands for it. */
export const departments = [
	{ name: 'Outdoor', picture: 'demo/images/tents/burnt-orange.svg', text: 'Boots, shells and shelter' },
	{ name: 'Running', picture: 'demo/images/trail-running-shoes/mint.svg', text: 'From the first mile to the last' },
	{ name: 'Home & Kitchen', picture: 'demo/images/electric-kettles/sage-green.svg', text: 'Good tools, soft rooms' },
	{ name: 'Audio', picture: 'demo/images/over-ear-headphones/midnight-blue.svg', text: 'Hear all of it' },
] as const;

/** @param path of the page's address, which may stand below a path of a proxy */
export function findShopPage(path: string): ShopPage {
	const inner = /\/demo(\/.*)?$/.exec(path)?.[1]?.replace(/\/+$/, '') ?? '';
	if (inner === '') return { kind: 'home' };
	if (inner === '/cart' || inner === '/search') return { kind: inner === '/cart' ? 'cart' : 'search' };
	if (/^\/products\/[^/]+$/.test(inner)) return { kind: 'product', path: `/demo${inner}` };
	const category = /^\/categories\/([^/]+)$/.exec(inner)?.[1];
	return category === undefined ? { kind: 'missing' } : { kind: 'category', category: readPath(category) };
}

/** `Home & Kitchen > Knives` → `demo/categories/Home%20%26%20Kitchen%20%3E%20Knives`, to be resolved against the server. */
export function toCategoryPath(category: string): string {
	return `demo/categories/${encodeURIComponent(category)}`;
}

/** Each step to a category, from its department: the name, and what to filter by. */
export function listSteps(category: string): readonly { readonly name: string; readonly category: string }[] {
	const names = category.split(separator);
	return names.map((name, index) => ({ name, category: names.slice(0, index + 1).join(separator) }));
}

function readPath(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// Broken escapes: no category is called that.
		return text;
	}
}
