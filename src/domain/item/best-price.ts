/** The field of a product that the server sets: `best_price`, the lower of `price` and `sale_price`. */
import type { PriceFormat } from '../price/price-format.ts';
import { isNumberLiteral, readPriceLiteral } from './item-numbers.ts';
import type { Literals } from './item-text.ts';

/** The fields that it depends on, including `best_price` as sent. */
export const bestPriceNames: readonly string[] = ['price', 'sale_price', 'best_price'];

/**
 * The literal that `best_price` must have in a product with these fields; undefined when it is correct already.
 *
 * A price that was sent as a number keeps its digits; one that was sent as text becomes a number. A product with
 * neither price keeps the best price that its shop sends.
 */
export function toBestPrice(fields: Literals, format: PriceFormat): string | undefined {
	const sent = fields.get('best_price');
	const best = findLowest(fields, format);
	if (best === undefined) {
		const isKept = sent === 'null' || readPrice(sent, format) !== undefined;
		return isKept ? undefined : 'null';
	}
	const isRight = sent !== undefined && isNumberLiteral(sent) && Number(sent) === best.value;
	return isRight ? undefined : best.literal;
}

/**
 * The same for the result of merging `patch` into the stored product. A best price that was derived from prices is
 * removed with the last of them.
 */
export function toPatchedBestPrice(stored: Literals, patch: Literals, format: PriceFormat): string | undefined {
	const merged = new Map([...stored, ...patch]);
	const isLeftOver = !patch.has('best_price') && findLowest(stored, format) !== undefined;
	if (isLeftOver) merged.delete('best_price');
	const bestPrice = toBestPrice(merged, format);
	return bestPrice === stored.get('best_price') && !patch.has('best_price') ? undefined : bestPrice;
}

/** The lowest of the prices that are present. */
function findLowest(fields: Literals, format: PriceFormat): ReadPrice | undefined {
	const price = readPrice(fields.get('price'), format);
	const salePrice = readPrice(fields.get('sale_price'), format);
	if (price === undefined || salePrice === undefined) return price ?? salePrice;
	return salePrice.value < price.value ? salePrice : price;
}

interface ReadPrice {
	readonly value: number;
	readonly literal: string;
}

function readPrice(literal: string | undefined, format: PriceFormat): ReadPrice | undefined {
	if (literal === undefined) return undefined;
	const value = readPriceLiteral(literal, format);
	if (value === null || value === undefined) return undefined;
	return { value, literal: isNumberLiteral(literal) ? literal : JSON.stringify(value) };
}
