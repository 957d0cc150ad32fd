/** What must a shopper see among the first ten? One row of the table of query checks. */
import type { Product } from '../catalogue-search.ts';

export const checkKinds = ['category', 'brand', 'price', 'negation', 'attribute', 'typo'] as const;
export type CheckKind = (typeof checkKinds)[number];

export type ProductTest = (product: Product) => boolean;

export interface QueryCheck {
	readonly query: string;
	readonly kind: CheckKind;
	/** What `isRight` means, in words. */
	readonly meaning: string;
	/** Whether a product is what the query asks for, by the fields of the catalogue. */
	readonly isRight: ProductTest;
	/** Of the first ten, at least this many are right. */
	readonly rightMin: number;
	/** None of the first ten may be like this; undefined if other products are merely not right. */
	readonly isForbidden?: ProductTest;
}

export const checkedDepth = 10;

/** As many right products among the first ten as most checks ask for. */
export const usual = { rightMin: 8 } as const;

export interface CheckResult {
	readonly rightCount: number;
	readonly forbiddenCount: number;
	readonly isMet: boolean;
}

/** Checks the first ten of `products`, best first. */
export function checkFirstTen(check: QueryCheck, products: readonly Product[]): CheckResult {
	const first = products.slice(0, checkedDepth);
	const rightCount = first.filter(check.isRight).length;
	const forbiddenCount = first.filter((product) => check.isForbidden?.(product) === true).length;
	return { rightCount, forbiddenCount, isMet: rightCount >= check.rightMin && forbiddenCount === 0 };
}

/** The text of a field, or of the first text if it is a list; empty when it is missing. */
export function textOf(product: Product, fieldName: string): string {
	const value = product[fieldName];
	const first = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' ? first : '';
}

/** The number of a field; undefined when it is missing. */
export function numberOf(product: Product, fieldName: string): number | undefined {
	const value = product[fieldName];
	return typeof value === 'number' ? value : undefined;
}

export function hasAny(product: Product, fieldNames: readonly string[]): boolean {
	return fieldNames.some((name) => product[name] !== undefined);
}

export function both(...tests: readonly ProductTest[]): ProductTest {
	return (product) => tests.every((test) => test(product));
}

export function not(test: ProductTest): ProductTest {
	return (product) => !test(product);
}

/** Products whose title matches. */
export function named(pattern: RegExp): ProductTest {
	return (product) => pattern.test(textOf(product, 'title'));
}

/** Products with a price of `from` to `to`, both included. */
export function costing(from: number, to: number): ProductTest {
	return (product) => {
		const price = numberOf(product, 'best_price');
		return price !== undefined && price >= from && price <= to;
	};
}

/** Products whose price is known and is not within the bounds. */
export function costingOtherThan(from: number, to: number): ProductTest {
	return both((product) => numberOf(product, 'best_price') !== undefined, not(costing(from, to)));
}
