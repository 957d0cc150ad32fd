import type { Sessions } from './session-data.ts';
import type { Recommend, ScoredCandidate } from './session-evaluation.ts';

/** The usual baselines, written in the obvious way: for comparison of accuracy, not of speed. */

function best(scores: ReadonlyMap<number, number>, count: number): ScoredCandidate[] {
	const candidates = [...scores].map(([item, score]) => ({ item, score }));
	return candidates.sort((a, b) => b.score - a.score).slice(0, count);
}

function addTo(scores: Map<number, number>, item: number, score: number): void {
	scores.set(item, (scores.get(item) ?? 0) + score);
}

/** The sessions in which each item occurs, oldest first. */
function indexByItem(train: Sessions): Map<number, number[]> {
	const sessionsOf = new Map<number, number[]>();
	train.forEach((session, number) => {
		for (const item of new Set(session)) {
			const list = sessionsOf.get(item);
			if (list === undefined) sessionsOf.set(item, [number]);
			else list.push(number);
		}
	});
	return sessionsOf;
}

/** The most clicked items for all shoppers. */
export function createPopularity(train: Sessions): Recommend {
	const clicks = new Map<number, number>();
	for (const session of train) for (const item of session) addTo(clicks, item, 1);
	const ranked = best(clicks, 100);
	return (_, count) => ranked.slice(0, count);
}

/** Item-kNN: cosine of the session sets of the last item and every item that shares a session with it. */
export function createItemKnn(train: Sessions): Recommend {
	const sessionsOf = indexByItem(train);
	return (session, count) => {
		const last = session.at(-1) ?? -1;
		const own = sessionsOf.get(last) ?? [];
		const shared = new Map<number, number>();
		for (const number of own) for (const item of new Set(train[number])) if (item !== last) addTo(shared, item, 1);
		const scores = new Map<number, number>();
		for (const [item, both] of shared) {
			scores.set(item, both / Math.sqrt(own.length * (sessionsOf.get(item)?.length ?? 1)));
		}
		return best(scores, count);
	};
}

const sampleSize = 1000;
const neighbourCount = 500;

/**
 * SKNN (Jannach & Ludewig 2017): cosine of item sets over the 1,000 most recent sessions that share an item, the 500
 * most similar vote with their similarity. Items of the session itself may be recommended.
 */
export function createSknn(train: Sessions): Recommend {
	const sessionsOf = indexByItem(train);
	return (session, count) => {
		const own = new Set(session);
		const shared = new Map<number, number>();
		for (const item of own) for (const number of sessionsOf.get(item) ?? []) addTo(shared, number, 1);
		const sample = [...shared].sort((a, b) => b[0] - a[0]).slice(0, sampleSize);
		const neighbours = sample.map(([number, both]) => {
			const items = new Set(train[number]);
			return { items, similarity: both / Math.sqrt(own.size * items.size) };
		});
		neighbours.sort((a, b) => b.similarity - a.similarity);
		const scores = new Map<number, number>();
		for (const { items, similarity } of neighbours.slice(0, neighbourCount)) {
			for (const item of items) addTo(scores, item, similarity);
		}
		return best(scores, count);
	};
}
