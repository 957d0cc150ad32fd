import type { SortRule } from '../../src/domain/query/index-query.ts';
import { toDistance } from '../support/plain-distance.ts';
import type { ScannedItem } from './scanned-item.ts';

interface Match {
	readonly item: ScannedItem;
	readonly score: number;
}

/** By the rules in their order, then by score, best first. */
export function compareBySort(rules: readonly SortRule[]): (a: Match, b: Match) => number {
	return (a, b) => {
		for (const rule of rules) {
			const order =
				rule.kind === 'score' ? b.score - a.score : compareValues(toValue(a.item, rule), toValue(b.item, rule));
			if (order !== 0) return order;
		}
		return b.score - a.score;

		function compareValues(x: SortValue | undefined, y: SortValue | undefined): number {
			if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
			return x.value < y.value ? -x.sign : x.value > y.value ? x.sign : 0;
		}
	};
}

interface SortValue {
	readonly value: string | number;
	/** -1 when descending. */
	readonly sign: number;
}

/**
 * Numbers if the item has them in the field, otherwise texts; the lowest of several when ascending, the highest when
 * descending.
 */
function toValue(item: ScannedItem, rule: Exclude<SortRule, { kind: 'score' }>): SortValue | undefined {
	const { fieldName, isDescending } = rule;
	const sign = isDescending ? -1 : 1;
	if (rule.kind === 'distance') {
		return pick((item.points.get(fieldName) ?? []).map((point) => toDistance(rule, point)));
	}
	return pick(item.numbers.get(fieldName) ?? item.texts.get(fieldName) ?? []);

	function pick(values: readonly (string | number)[]): SortValue | undefined {
		const [first, ...others] = values;
		if (first === undefined) return undefined;
		const value = others.reduce((best, other) => ((isDescending ? other > best : other < best) ? other : best), first);
		return { value, sign };
	}
}
