/** Makes one ranking of the lists of a kind: blended, boosted, and with no more items of a brand than the shop wants. */
import type { ItemFacts } from '../../domain/query/item-selection.ts';
import type { WidgetSettings } from '../../domain/widget/widget-settings.ts';
import { blendCandidates } from '../../recommend/blend-candidates.ts';
import { diversify } from '../../recommend/diversify.ts';
import {
	type AllowedCandidate,
	type CandidateList,
	type DropReason,
	type Reason,
	toItemName,
} from './recommendation.ts';

export interface RankedCandidate {
	readonly facts: ItemFacts;
	readonly reason: Reason;
}

export interface RankingOptions {
	readonly isExplained: boolean;
	/** How many of the best to return; undefined: all. */
	readonly countMax: number | undefined;
}

export interface Ranking {
	/** Best first; more than are shown, in case one is being deleted. */
	readonly ranked: readonly RankedCandidate[];
	/** The candidates that are not ranked, counted by reason. */
	readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}

/**
 * If different lists have variants of one product, only the best variant stays. Each list is in the order of its scores.
 * Cost: O(candidates · log candidates).
 */
export function rankCandidates(
	lists: readonly CandidateList[],
	settings: WidgetSettings,
	options: RankingOptions,
): Ranking {
	const filled = lists.filter(({ candidates }) => candidates.length > 0);
	const [only] = filled;
	if (filled.length <= 1 && settings.boosts.length + settings.diversity.length === 0) {
		return { ranked: only === undefined ? [] : rankAlone(only, options), dropped: {} };
	}
	const numbered = numberItems(filled);
	const blended = blendCandidates({
		sources: numbered.sources,
		count: numbered.items.length,
		boostOf: (item) => toBoost(numbered.toFacts(item), settings),
	});
	const groups = new Set<string>();
	const distinct = blended.filter(({ item }) => {
		const { groupId } = numbered.toFacts(item);
		return groupId === undefined || (!groups.has(groupId) && groups.add(groupId));
	});
	const chosen = diversify({
		ranked: distinct,
		count: distinct.length,
		rules: settings.diversity.map(({ countMax }, at) => ({
			perGroupMax: countMax,
			groupsOf: (item: number) => toGroups(numbered.toFacts(item), at),
		})),
	});
	const { isExplained, countMax } = options;
	return {
		ranked: chosen.slice(0, countMax).map(({ item, score, boost, shares }) => ({
			facts: numbered.toFacts(item),
			reason: {
				score,
				boost,
				isPinned: false,
				signals: isExplained ? toSignals(lists, numbered.toFacts(item), shares) : [],
			},
		})),
		dropped: toDropped({
			merged: filled.reduce((sum, { candidates }) => sum + candidates.length, 0) - distinct.length,
			diversity: distinct.length - chosen.length,
		}),
	};
}

function toDropped(counts: Readonly<Partial<Record<DropReason, number>>>): Ranking['dropped'] {
	return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** A single list, as most widgets have, is already in order and has one variant of each product. */
function rankAlone(list: CandidateList, { isExplained, countMax }: RankingOptions): RankedCandidate[] {
	const { name, weight, candidates } = list;
	const best = candidates.reduce((most, { score }) => Math.max(most, score), 0);
	return candidates.slice(0, countMax).map(({ facts, score }) => ({
		facts,
		reason: {
			score: (weight * score) / best,
			boost: 1,
			isPinned: false,
			signals: isExplained ? toSignals([list], facts, { [name]: 1 }) : [],
		},
	}));
}

/** Numbers the items, because `recommend` computes with numbers; the same item in two lists has one number. */
function numberItems(lists: readonly CandidateList[]) {
	const numbers = new Map<string, number>();
	const items: ItemFacts[] = [];
	function toNumber(facts: ItemFacts): number {
		const name = toItemName(facts);
		let item = numbers.get(name);
		if (item === undefined) {
			item = items.push(facts) - 1;
			numbers.set(name, item);
		}
		return item;
	}
	const sources = lists.map(({ name, weight, candidates }) => ({
		name,
		weight,
		candidates: candidates.map(({ facts, score }) => ({ item: toNumber(facts), score })),
	}));
	return { items, sources, toFacts: (item: number) => items[item] as ItemFacts };
}

function toBoost({ conditions }: ItemFacts, { boosts }: WidgetSettings): number {
	return boosts.reduce((product, { factor }, at) => (conditions[at] === true ? product * factor : product), 1);
}

/** The values of the field that the rule is about. */
function toGroups({ fields }: ItemFacts, at: number): readonly string[] {
	const { texts, numbers } = fields[at] ?? { texts: [], numbers: [] };
	return texts.length > 0 ? texts : numbers.map(String);
}

/** The signals of all lists, weighted by the share of each list. A list without signals is a signal itself. */
function toSignals(
	lists: readonly CandidateList[],
	facts: ItemFacts,
	shares: Readonly<Record<string, number>>,
): Reason['signals'] {
	const wanted = toItemName(facts);
	return lists
		.flatMap(({ name, candidates }) => {
			const share = shares[name];
			if (share === undefined) return [];
			const found = candidates.find((candidate: AllowedCandidate) => toItemName(candidate.facts) === wanted);
			const own = found?.signals ?? [];
			return own.length === 0 ? [{ name, share }] : own.map((signal) => ({ ...signal, share: signal.share * share }));
		})
		.sort((a, b) => b.share - a.share);
}
