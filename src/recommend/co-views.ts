import { createCandidateTable } from './candidate-table.ts';
import type { ClickLog } from './click-log.ts';
import { createTopItems } from './top-items.ts';

/**
 * What is viewed together with this product?
 *
 * The newest clicks on the product lead to the sessions that viewed it. What each of these viewed shortly before and
 * after counts once per session:
 *
 *     together(i) = Σ over sessions of 0.8^(d − 1) / √(1 + a)      d: clicks between the two, a: age as in the session model
 *     score(i)    = together(i) / √(10 + clicks on i)
 *
 * The divisor is that of a cosine, with damping. Without a divisor the shop's most viewed products would be similar to
 * everything; without damping a product viewed once would be the most similar of all. With several products, each adds
 * its scores, and later ones weigh more.
 */
export interface CoViews {
	/** The `count` best, best first, without `items` themselves. */
	related(request: CoViewRequest): readonly CoView[];
	byteCount(): number;
}

interface CoViewRequest {
	/** Oldest first; only the last ten count. */
	readonly items: readonly number[];
	readonly count: number;
}

export interface CoView {
	readonly item: number;
	/** > 0; comparable within one answer only. */
	readonly score: number;
	/** Shares of what was viewed before and after; they add up to 1. */
	readonly shares: Readonly<Record<'viewed_before' | 'viewed_after', number>>;
}

export interface CoViewOptions {
	/** Clicks visited per product, newest first. */
	readonly clicksPerItemMax: number;
	/** A click that is this many clicks of all sessions old weighs 1/√2. */
	readonly ageClicks: number;
}

const itemsMax = 10;
const distanceMax = 10;
const distanceWeight = Array.from({ length: distanceMax }, (_, d) => 0.8 ** d);
/** A product n positions back in `items` weighs this to the power of n. */
const positionDecay = 0.7;
const damping = 10;
const [BEFORE, AFTER] = [0, 1] as const;

/** Reads `log` and never changes it; not re-entrant. A search takes a few hundred microseconds at most. */
export function createCoViews(log: ClickLog, { clicksPerItemMax, ageClicks }: CoViewOptions): CoViews {
	const table = createCandidateTable({ rowsMax: 8192, priors: [1, 1] });
	/** Items of the current session that were counted already, as each counts once per session. */
	const seen = new Set<number>();
	const seenSessions = new Set<number>();

	function walk(slot: number, signal: number, scale: number): void {
		const { itemOf, newerInSession, olderInSession } = log.arrays;
		const links = signal === AFTER ? newerInSession : olderInSession;
		let at = links[slot] ?? -1;
		for (let d = 0; at >= 0 && d < distanceMax; d += 1) {
			const item = itemOf[at] ?? 0;
			if (!seen.has(item)) {
				seen.add(item);
				table.add(signal, item, (distanceWeight[d] ?? 0) * scale);
			}
			at = links[at] ?? -1;
		}
	}

	function gather(item: number, weight: number): void {
		const { newestOfItem, olderOfItem, sessionOf, itemOf } = log.arrays;
		seenSessions.clear();
		let slot = newestOfItem[item] ?? -1;
		for (let left = Math.min(clicksPerItemMax, log.support(item)); left > 0; left -= 1) {
			const session = sessionOf[slot] ?? 0;
			if (!seenSessions.has(session)) {
				seenSessions.add(session);
				const behind = log.counters.next - 1 - slot;
				const age = (behind < 0 ? behind + itemOf.length : behind) / ageClicks;
				seen.clear();
				walk(slot, AFTER, weight / Math.sqrt(1 + age));
				walk(slot, BEFORE, weight / Math.sqrt(1 + age));
			}
			slot = olderOfItem[slot] ?? -1;
		}
	}

	return {
		related({ items, count }) {
			table.reserve(log.arrays.newestOfItem.length);
			try {
				const known = [...new Set(items.toReversed())].slice(0, itemsMax);
				for (const [at, item] of known.entries()) gather(item, positionDecay ** at);
				const own = new Set(items);
				const top = createTopItems(count);
				for (let row = 0; row < table.count(); row += 1) {
					const item = table.itemAt(row);
					const support = log.support(item);
					const sum = table.sumAt(BEFORE, row) + table.sumAt(AFTER, row);
					const score = sum / Math.sqrt(damping + support);
					if (score >= top.scoreMin() && !own.has(item)) top.offer({ item, score, tieBreak: support });
				}
				return top.ranked().map(({ item, score }) => {
					const row = table.rowOf(item);
					const [before, after] = [table.sumAt(BEFORE, row), table.sumAt(AFTER, row)];
					const shares = { viewed_before: before / (before + after), viewed_after: after / (before + after) };
					return { item, score, shares };
				});
			} finally {
				table.clear();
			}
		},
		byteCount: () => table.byteCount(),
	};
}
