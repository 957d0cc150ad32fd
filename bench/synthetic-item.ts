/** A small product, the same for the same number: some 330 bytes of JSON. */
export function smallItem(number: number) {
	return {
		id: `sku-${number}`,
		title: `Trail running shoe model ${number % 977}, size ${36 + (number % 12)}`,
		link: `https://shop.example/products/${number}`,
		image_link: `https://shop.example/images/${number}.jpg`,
		brand: `Brand ${number % 211}`,
		categories: ['Shoes > Running', 'Outdoor'],
		price: 20 + (number % 18_000) / 100,
		availability: number % 9 === 0 ? 'out of stock' : 'in stock',
	};
}

/** The path of the items of an engine's index `product`. */
export function toItemsPath(hashid: string): string {
	return `/api/v2/search_engines/${hashid}/indices/product/items`;
}
