/**
 * Does interleaving find the better ranking, and none where none is better? Simulated shoppers, each with one to three
 * queries of a judged catalogue, see team drafts of learned and plain ranking and click by a documented model. Their
 * events go through the learner and the statistics of the report as in the server; one shopper in twenty is a bot.
 */
import { toVerdict, toWinShare, type WinShare } from '../src/domain/evaluation/win-share.ts';
import { packHits } from '../src/domain/event/packed-hits.ts';
import { toItemKey } from '../src/domain/item/dfid.ts';
import { draftTeams, formatTeams } from '../src/domain/query/team-draft.ts';
import { type ClickLearner, openClickLearner } from '../src/learning/click-learner.ts';
import { createSeededRandom, type SeededRandom } from '../src/lib/seeded-random.ts';
import type { ClickModel } from './click-models.ts';
import { type Measurement, report } from './measurement.ts';

/** Both rankings of a query, best first, and how likely a shopper clicks an item that is examined. */
export interface RankedQuery {
	readonly text: string;
	readonly learned: readonly string[];
	readonly plain: readonly string[];
	toAttraction(id: string): number;
}

interface Traffic {
	readonly queries: readonly RankedQuery[];
	readonly model: ClickModel;
	readonly random: SeededRandom;
	readonly shopperCount: number;
}

const shownCount = 20;
const botShare = 0.05;
const botClicks = 5;
const run = 1;

export interface Compared {
	readonly share: WinShare | undefined;
	readonly decidedCount: number;
	/** How many shoppers there were when the verdict was first for the learned ranking; undefined if it never was. */
	readonly shoppersNeeded: number | undefined;
}

/** Has shoppers search and click. Looks at the report after every 100 shoppers, as for `shoppersNeeded`. */
export function compareByShoppers(traffic: Traffic): Compared {
	const learner = openClickLearner({ toQuery: (text) => ({ text, key: text }), searchesMax: () => 1_000 });
	let shoppersNeeded: number | undefined;
	for (let number = 1; number <= traffic.shopperCount; number++) {
		shop(traffic, learner, number);
		if (number % 100 > 0 || shoppersNeeded !== undefined) continue;
		if (toVerdict(toShare(learner)) === 'learned') shoppersNeeded = number;
	}
	const { learnedWins = 0, plainWins = 0 } = learner.toComparison()?.tallies.clicks ?? {};
	return { share: toShare(learner), decidedCount: learnedWins + plainWins, shoppersNeeded };
}

function toShare(learner: ClickLearner): WinShare | undefined {
	const comparison = learner.toComparison();
	return comparison === undefined ? undefined : toWinShare(comparison.tallies.clicks);
}

function shop({ queries, model, random }: Traffic, learner: ClickLearner, number: number): void {
	const isBot = random.chance(botShare);
	const searchCount = random.integer(1, 3);
	for (let search = 0; search < searchCount; search++) {
		const query = random.pick(queries);
		const toss = () => random.chance(0.5);
		const list = draftTeams(query, { keyOf: (id) => id, size: shownCount, toss }).slice(0, shownCount);
		const items = list.map(({ entry }) => ({ indexName: 'product', itemKey: toItemKey(entry) }));
		const event = {
			...{ sessionId: `s${number}`, queryId: `q${number} ${search}`, text: query.text, hitCount: items.length },
			...{ clientKey: isBot ? `bot ${random.integer(0, 4)}` : `c${number}`, isBot: false, firstRank: 1 },
			occurredAtMs: number * 1_000,
		};
		const teams = formatTeams(list.map(({ team }) => team));
		learner.apply({ ...event, kind: 'search', item: null, hits: packHits(items), draft: { run, teams } });
		const clicked = isBot
			? Array.from({ length: botClicks }, () => random.integer(0, Math.max(0, items.length - 1)))
			: model(
					list.map(({ entry }) => query.toAttraction(entry)),
					random,
				);
		for (const at of clicked) learner.apply({ ...event, kind: 'click', item: items[at] ?? null, hits: [] });
	}
}

interface Simulated {
	readonly what: string;
	readonly queries: readonly RankedQuery[];
	readonly model: ClickModel;
	readonly seed: number;
}

const shopperCount = 6_000;

/** The learned ranking is better by the judgments: the report must find that. */
export function measureFinding({ what, queries, model, seed }: Simulated): Measurement[] {
	const random = createSeededRandom(seed);
	const compared = compareByShoppers({ queries, model, random, shopperCount });
	const { share, decidedCount, shoppersNeeded } = compared;
	const isFound = toVerdict(share) === 'learned';
	return [
		report(`${what}: decided searches of ${shopperCount} shoppers`, '', decidedCount),
		{
			...report(`${what}: learned ranking wins`, '%', 100 * (share?.share ?? 0)),
			target: 'verdict learned',
			isMet: isFound,
		},
		report(`${what}: interval, from`, '%', 100 * (share?.low ?? 0)),
		report(`${what}: interval, to`, '%', 100 * (share?.high ?? 0)),
		report(`${what}: shoppers until the verdict`, '', shoppersNeeded ?? Number.NaN),
	];
}

const comparisons = 300;
const comparedShopperCount = 500;
/** 5 %, and two standard errors of so many comparisons. */
const falseRateMax = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / comparisons);

/**
 * No item is more attractive than another, so no ranking is better: about 5 % of the comparisons may find one. Of two
 * identical rankings nothing may be decided at all.
 */
export function measureFalseFinding({ what, queries, model, seed }: Simulated): Measurement[] {
	const noise = queries.map((query) => ({ ...query, toAttraction: () => 0.3 }));
	let found = 0;
	for (let number = 0; number < comparisons; number++) {
		const random = createSeededRandom(seed * 10_000 + number);
		const { share } = compareByShoppers({ queries: noise, model, random, shopperCount: comparedShopperCount });
		if (share !== undefined && share.pValue < 0.05) found += 1;
	}
	const same = queries.map((query) => ({ ...query, plain: query.learned }));
	const { decidedCount } = compareByShoppers({ queries: same, model, random: createSeededRandom(seed), shopperCount });
	const rate = found / comparisons;
	return [
		{
			...report(`${what}, noise only: comparisons with a winner`, '%', 100 * rate),
			target: `≤ ${(100 * falseRateMax).toFixed(1)}`,
			isMet: rate <= falseRateMax,
		},
		{
			...report(`${what}, same ranking twice: decided searches`, '', decidedCount),
			target: '0',
			isMet: decidedCount === 0,
		},
	];
}
