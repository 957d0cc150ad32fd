/** What the popularity of an item makes of its score, by the formula of decision 0022: for the scans that tests compare with. */
import type { PopularityField } from '../../src/domain/query/index-query.ts';

interface WithNumbers {
	readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/** @param items all live items of the index */
export function createScanPopularity(
	items: readonly WithNumbers[],
	fields: readonly PopularityField[] = [],
): (item: WithNumbers) => number {
	const toValue = ({ numbers }: WithNumbers, { fieldName, isLowestBest }: PopularityField) => {
		const values = (numbers.get(fieldName) ?? []).toSorted((a, b) => a - b);
		return values.at(isLowestBest ? 0 : -1);
	};
	const valuesOf = fields.map((field) => items.flatMap((item) => toValue(item, field) ?? []));
	return (item) => {
		const exponents = fields.map((field, at) => {
			const value = toValue(item, field);
			const values = valuesOf[at] as number[];
			if (value === undefined || values.length === 0) return 0;
			const below = values.filter((other) => other < value).length;
			const same = values.filter((other) => other === value).length;
			const rise = (field.weight / 10) * (((below + same / 2) / values.length) * 2 - 1);
			return field.isLowestBest ? -rise : rise;
		});
		const sum = exponents.reduce((total, exponent) => total + exponent, 0);
		return 1.5 ** Math.max(-1, Math.min(1, sum));
	};
}
