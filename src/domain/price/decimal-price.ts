/**
 * A price as decimal text, in which sums are exact: `19.99`, `0.0000001`.
 * @param price ≥ 0 and below 1e21, as it was written: a number has at most 17 digits that count.
 */
export function toDecimalPrice(price: number): string {
	const text = String(price);
	const [, digits = '', decimals = '', exponent = ''] = /^(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
	return exponent === '' ? text : `0.${'0'.repeat(Number(exponent) - 1)}${digits}${decimals}`;
}
