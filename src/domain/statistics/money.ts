import { amountUnit } from './fact-table.ts';

const unitsPerOne = Math.round(1 / amountUnit);
const decimalPattern = /^(-?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
const fractionDigits = String(unitsPerOne).length - 1;

/**
 * What several of an item cost, in whole `amountUnit`s: exact, and then rounded once, half away from zero. A number is the decimal
 * that it is written as: 0.1 is a tenth. @throws {Error} when the price is no decimal.
 */
export function toAmountUnits(price: number | string, count: number): bigint {
	if (typeof price === 'number') {
		const units = Math.round(price * unitsPerOne);
		const total = units * count;
		// Most prices have four decimals at most.
		if (units / unitsPerOne === price && Number.isSafeInteger(total)) return BigInt(total);
	}
	const [, sign, whole = '', fraction = '', exponent = '0'] = decimalPattern.exec(String(price)) ?? [];
	if (sign === undefined || whole + fraction === '') throw new Error('a price must be a decimal number');
	const digits = BigInt(whole + fraction) * BigInt(count);
	const shift = fractionDigits + Number(exponent) - fraction.length;
	const units = shift >= 0 ? digits * 10n ** BigInt(shift) : divideRounded(digits, 10n ** BigInt(-shift));
	return sign === '-' ? -units : units;
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
	return dividend < 0n ? -divideRounded(-dividend, divisor) : (2n * dividend + divisor) / (2n * divisor);
}
