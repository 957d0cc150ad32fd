import type { SessionModelOptions } from '../../src/recommend/session-defaults.ts';
import { toSignalWeights } from '../../src/recommend/session-defaults.ts';
import { type SessionSignal, sessionSignals } from '../../src/recommend/session-signals.ts';

/** The session model written in a slow and obvious way: lists, maps and the formulas of its documentation. */

/** A click of a numbered session. */
export type Click = readonly [session: number, item: number];

export interface ReferenceScore {
	readonly score: number;
	/** Contribution of each signal to the score. */
	readonly parts: Readonly<Record<SessionSignal, number>>;
}

type Distribution = Map<number, number>;

interface Question {
	readonly clicks: readonly Click[];
	readonly items: readonly number[];
	readonly options: SessionModelOptions;
	/** A session that does not count. */
	readonly excluded?: number;
}

function add(sums: Distribution, item: number | undefined, weight: number): void {
	if (item !== undefined) sums.set(item, (sums.get(item) ?? 0) + weight);
}

function normalise(sums: Distribution, prior: number): Distribution {
	const total = [...sums.values()].reduce((sum, weight) => sum + weight, prior);
	return new Map([...sums].map(([item, weight]) => [item, weight / total]));
}

/** Everything that the formulas need of a click: its position, its age, and the clicks around it. */
function describeClicks({ clicks, options }: Question) {
	return clicks.map(([session, item], at) => {
		const age = (clicks.length - 1 - at) / options.ageClicks;
		const same = (part: readonly Click[]) => part.flatMap(([other, clicked]) => (other === session ? [clicked] : []));
		return { session, item, age, after: same(clicks.slice(at + 1)), before: same(clicks.slice(0, at)).reverse() };
	});
}

/** The clicks of a question, newest first, and the views of them that the signals use. */
function openQuestion(question: Question) {
	const { options, excluded } = question;
	const described = describeClicks(question).reverse();
	const supportOf = (item: number) => described.filter((click) => click.item === item).length;
	const newest = (item: number, count: number) =>
		described
			.filter((click) => click.item === item)
			.slice(0, count)
			.filter(({ session }) => session !== excluded);
	const known = [...new Set(question.items.slice(-30).toReversed())].filter((item) => supportOf(item) > 0);
	return { described, supportOf, newest, known: known.slice(0, options.itemsPerSessionMax), options };
}

type OpenQuestion = ReturnType<typeof openQuestion>;

function sumTransitions({ newest, known, options }: OpenQuestion): Record<'next' | 'before' | 'earlier', Distribution> {
	const next: Distribution = new Map();
	const before: Distribution = new Map();
	const earlier: Distribution = new Map();
	const [anchor = -1, second = -1] = known;
	for (const click of newest(anchor, options.clicksPerItemMax)) {
		const scale = 1 / Math.sqrt(1 + click.age);
		add(next, click.after[0], scale);
		for (let d = 0; d < 4; d += 1) add(before, click.before[d], scale * 0.6 ** d);
	}
	for (const click of newest(second, options.clicksPerItemMax)) {
		for (let d = 0; d < 4; d += 1) add(earlier, click.after[d], 0.7 ** d / Math.sqrt(1 + click.age));
	}
	return { next, before, earlier };
}

function sumNeighbours({ described, supportOf, newest, known, options }: OpenQuestion): Distribution {
	const similar = new Map<number, { similarity: number; match: (typeof described)[number] }>();
	known.forEach((item, position) => {
		const weight = Math.exp(-position / options.positionDecay) * Math.log(1 + described.length / supportOf(item));
		// Oldest first, so that a session's newest click on the item is kept.
		const oldestFirst = newest(item, options.clicksPerItemMax).toReversed();
		for (const [session, click] of new Map(oldestFirst.map((entry) => [entry.session, entry]))) {
			const entry = similar.get(session) ?? { similarity: 0, match: click };
			similar.set(session, { ...entry, similarity: entry.similarity + weight });
		}
	});
	const sums: Distribution = new Map();
	for (const { similarity, match } of similar.values()) {
		match.after.slice(0, 12).forEach((item, d) => {
			add(sums, item, (similarity * Math.exp(-d / options.distanceDecay)) / Math.sqrt(1 + match.age));
		});
	}
	return sums;
}

function sumRelated({ supportOf, newest, options }: OpenQuestion, bridges: Distribution): Distribution {
	const sums: Distribution = new Map();
	const best = [...bridges].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, options.bridgesMax);
	for (const [bridge, score] of best) {
		const walked = Math.min(supportOf(bridge), options.clicksPerBridgeMax);
		for (const click of newest(bridge, options.clicksPerBridgeMax)) {
			const scale = score / ((2 + walked) * (1 + click.age));
			add(sums, click.after[0], scale);
			add(sums, click.after[1], 0.5 * scale);
			add(sums, click.before[0], 0.71 * scale);
			add(sums, click.before[1], 0.36 * scale);
		}
	}
	return sums;
}

/** Score of every item that any signal reaches. */
export function scoreByReference(question: Question): Map<number, ReferenceScore> {
	const open = openQuestion(question);
	const { next, before, earlier } = sumTransitions(open);
	const neighbours = sumNeighbours(open);
	const bridges: Distribution = new Map();
	for (const [item, share] of normalise(next, 0.5)) add(bridges, item, 0.4 * share);
	for (const [item, share] of normalise(before, 0.5)) add(bridges, item, 0.2 * share);
	for (const [item, share] of normalise(neighbours, 1e-6)) add(bridges, item, 0.4 * share);
	const repeat: Distribution = new Map();
	for (const item of question.items.slice(-30)) add(repeat, item, 1);
	const [anchor] = open.known;
	const weights = toSignalWeights(open.options.weightsBySupport, anchor === undefined ? 0 : open.supportOf(anchor));
	return combine([next, before, earlier, neighbours, sumRelated(open, bridges), repeat], weights);
}

function combine(sums: readonly Distribution[], weights: readonly number[]): Map<number, ReferenceScore> {
	const shares = sums.map((sum, signal) => normalise(sum, signal < 3 ? 0.5 : 1e-6));
	const items = new Set(sums.flatMap((sum) => [...sum.keys()]));
	return new Map(
		[...items].map((item) => {
			const parts = sessionSignals.map((name, signal) => {
				return [name, (weights[signal] ?? 0) * (shares[signal]?.get(item) ?? 0) ** 0.75] as const;
			});
			const score = parts.reduce((sum, [, part]) => sum + part, 0);
			return [item, { score, parts: Object.fromEntries(parts) as Record<SessionSignal, number> }];
		}),
	);
}
