import { misused } from './command-error.ts';

/** A whole number given as an option, or `fallback` when it is not given. @throws {CommandError} outside the range. */
export function readNumber(
	options: ReadonlyMap<string, string>,
	name: string,
	{ min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
	const text = options.get(name);
	if (text === undefined) return fallback;
	const value = Number(text);
	if (!/^\d{1,15}$/.test(text) || value < min || value > max) {
		throw misused(`--${name} is "${text}"`, `it must be a whole number from ${min} to ${max}`);
	}
	return value;
}
