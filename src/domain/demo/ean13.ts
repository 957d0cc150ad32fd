/**
 * EAN-13, the number under a bar code: twelve digits and one that checks them (GS1 General Specifications, 7.9).
 * The weights alternate 1, 3 from the left; the check digit fills the sum up to a multiple of ten.
 */
import assert from 'node:assert/strict';

const bodyPattern = /^\d{12}$/;
const eanPattern = /^\d{13}$/;

/** The thirteen digits for twelve; throws when the argument is not twelve digits. */
export function toEan13(body: string): string {
	assert(bodyPattern.test(body), `twelve digits are needed, not ${body}`);
	return `${body}${(10 - (weighDigits(body) % 10)) % 10}`;
}

export function isEan13(text: string): boolean {
	return eanPattern.test(text) && weighDigits(text) % 10 === 0;
}

function weighDigits(digits: string): number {
	return [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
}
