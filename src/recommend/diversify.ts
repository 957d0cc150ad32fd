/**
 * How does a list show a variety of products?
 *
 * One pass from the top: an item is taken unless one of its groups (brand, category …) has reached its limit.
 */
interface DiversityRule {
	/** The groups of an item under this rule; empty for items that the rule does not concern. */
	readonly groupsOf: (item: number) => readonly string[];
	/** The most items of one group in the answer, ≥ 1. */
	readonly perGroupMax: number;
}

export interface DiversifyRequest<Entry> {
	/** Best first. Should be several times `count`, or the answer may be too short. */
	readonly ranked: readonly Entry[];
	readonly count: number;
	readonly rules: readonly DiversityRule[];
}

/** At most `count` entries in their original order, no group above its limit in any rule. O(entries · groups). */
export function diversify<Entry extends { readonly item: number }>({
	ranked,
	count,
	rules,
}: DiversifyRequest<Entry>): Entry[] {
	const taken = rules.map(() => new Map<string, number>());
	const chosen: Entry[] = [];
	for (const entry of ranked) {
		if (chosen.length >= count) break;
		const groups = rules.map((rule) => [...new Set(rule.groupsOf(entry.item))]);
		const hasRoom = rules.every(({ perGroupMax }, at) =>
			(groups[at] ?? []).every((group) => (taken[at]?.get(group) ?? 0) < perGroupMax),
		);
		if (!hasRoom) continue;
		chosen.push(entry);
		groups.forEach((names, at) => {
			for (const group of names) taken[at]?.set(group, (taken[at].get(group) ?? 0) + 1);
		});
	}
	return chosen;
}
