/** Which candidates of one kind pass the rules of the page, and why the others do not. */
import type { ItemFacts, RefusalReason } from '../../domain/query/item-selection.ts';
import type { ShopperState } from '../../ports/recommender.ts';
import type { DropReason } from './recommendation.ts';
import type { HiddenItems } from './widget-rules.ts';

export interface CandidateFilterCounts {
	readonly candidateCount: number;
	readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

export interface CandidateFilters {
	/** Takes what the models know of the shopper; from then on the items in the cart are hidden. */
	meet(shopper: ShopperState): void;
	/** How many items may be dropped because they are hidden. */
	readonly hiddenCount: number;
	hidden(): HiddenItems;
	/** For one list of candidates. */
	open(): CandidateFilter;
	/** Summed over all lists that were counted. */
	counts(): CandidateFilterCounts;
}

export interface CandidateFilter {
	/** The facts of an item that passes; of the variants of one product only the first passes. */
	check(found: ItemFacts | RefusalReason): ItemFacts | undefined;
	/** Adds what the filter has seen to the counts. */
	count(): void;
}

export function createCandidateFilters(
	toHidden: (shopper: Pick<ShopperState, 'cart' | 'bought'>) => HiddenItems,
): CandidateFilters {
	let hidden = toHidden({ cart: [], bought: [] });
	let candidateCount = 0;
	const dropped: Partial<Record<DropReason, number>> = {};

	function open(): CandidateFilter {
		const groups = new Set<string>();
		const reasons: (DropReason | undefined)[] = [];

		function findReason(found: ItemFacts | RefusalReason): DropReason | undefined {
			if (typeof found === 'string') return found;
			const reason = hidden.findReason(found);
			if (reason !== undefined || found.groupId === undefined) return reason;
			if (groups.has(found.groupId)) return 'variant';
			groups.add(found.groupId);
			return undefined;
		}

		return {
			check(found) {
				const reason = findReason(found);
				reasons.push(reason);
				return reason === undefined && typeof found !== 'string' ? found : undefined;
			},
			count() {
				candidateCount += reasons.length;
				for (const reason of reasons) if (reason !== undefined) dropped[reason] = (dropped[reason] ?? 0) + 1;
			},
		};
	}

	return {
		meet(shopper) {
			hidden = toHidden(shopper);
		},
		get hiddenCount() {
			return hidden.count;
		},
		hidden: () => hidden,
		open,
		counts: () => ({ candidateCount, dropped }),
	};
}
