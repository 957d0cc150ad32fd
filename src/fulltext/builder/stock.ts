/** Whether an item says that it is out of stock, in any of the ways shops say so. Anything unknown counts as in stock. */
export function isOutOfStock(item: Readonly<Record<string, unknown>>): boolean {
	const { availability, in_stock: inStock, stock } = item;
	if (typeof availability === 'string') return outOfStockPattern.test(availability.trim());
	if (availability === false || inStock === false) return true;
	return typeof stock === 'number' && stock <= 0;
}

const outOfStockPattern =
	/^(?:https?:\/\/schema\.org\/)?(?:out[ _-]?of[ _-]?stock|sold[ _-]?out|unavailable|discontinued)$/i;
