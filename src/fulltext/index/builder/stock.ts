import { parseShortNumber } from './item-values.ts';

/** Whether an item says that it is out of stock, in any of the ways shops say so. Anything unknown counts as in stock. */
export function isOutOfStock(item: Readonly<Record<string, unknown>>): boolean {
	const { availability, in_stock: inStock, stock } = item;
	if (typeof availability === 'string' && availability.trim() !== '')
		return outOfStockPattern.test(availability.trim());
	if (isNo(availability) || isNo(inStock)) return true;
	const count = typeof stock === 'string' ? parseShortNumber(stock.trim()) : stock;
	return typeof count === 'number' && count <= 0;
}

/** Exports of shops write flags as text or as numbers. */
function isNo(value: unknown): boolean {
	return value === false || value === 0 || value === '0' || value === 'false';
}

const outOfStockPattern =
	/^(?:https?:\/\/schema\.org\/)?(?:out[ _-]?of[ _-]?stock|sold[ _-]?out|unavailable|discontinued)$/i;
