/**
 * What does search gain from clicks? Simulated shoppers ask the queries of judged catalogues and click by a documented
 * model (`click-models.ts`); what they teach is measured by the judgments, which learning never sees.
 *
 *     npm run bench -- learning --data DIR [--clicks 20] [--model position-based] [--seed 1] [--seeds 4]
 *
 * DIR has the folders `icecat` and `crowdflower`, see `relevance.ts`. Four fifths of the queries, chosen by a hash, are
 * asked until each has its clicks; the others are unseen. The ranking is learned anew ten times meanwhile, as a shop learns
 * anew every few seconds; sessions are whole, but for the last of a query, which ends with its last click. One session in
 * twenty is a bot that says nothing of itself: bots share a few networks and click five items at random. Shoppers are shown
 * what the server would show them, with its exploration; what is measured is the list without it, and beside it the mean
 * of what was shown, which is what exploring costs. With `noise` every item is equally attractive, so that there is
 * nothing to learn.
 *
 * Then shoppers see learned and plain ranking interleaved (`interleaved-shoppers.ts`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLearnedFactors } from '../src/adapters/fulltext-index/learned-factors.ts';
import { type Judgments, measureRanking } from '../src/domain/evaluation/ranking-metrics.ts';
import { packHits } from '../src/domain/event/packed-hits.ts';
import { toItemKey } from '../src/domain/item/dfid.ts';
import { learnedFactorRange } from '../src/domain/query/search-settings.ts';
import { type ClickLearner, type Lessons, openClickLearner } from '../src/learning/click-learner.ts';
import { createSeededRandom, type SeededRandom } from '../src/lib/seeded-random.ts';
import { runSteps, unhurried } from '../src/lib/steps.ts';
import { indexCatalogue, readProducts, type SearchedCatalogue } from './catalogue-search.ts';
import { type ClickModel, clickModels, toAttractiveness } from './click-models.ts';
import { measureFalseFinding, measureFinding } from './interleaved-shoppers.ts';
import { type Measurement, report } from './measurement.ts';
import { readJudgments } from './read-judgments.ts';

const shownCount = 20;
const rounds = 10;
const sessionsMax = 2_000;
const botShare = 0.05;
const botClicks = 5;
const noiseAttraction = 0.3;

interface Asked {
	readonly text: string;
	readonly judgments: Judgments;
	readonly isUnseen: boolean;
}

interface Simulation {
	readonly catalogue: SearchedCatalogue;
	readonly queries: readonly Asked[];
	readonly model: ClickModel;
	readonly clicks: number;
	readonly random: SeededRandom;
	readonly isNoise: boolean;
}

/** @returns an empty list when the data is missing. */
export async function run(words: readonly string[]): Promise<readonly Measurement[]> {
	const { values } = parseArgs({
		args: [...words],
		options: {
			data: { type: 'string', default: '' },
			clicks: { type: 'string', default: '20' },
			model: { type: 'string' },
			seed: { type: 'string', default: '1' },
			seeds: { type: 'string', default: '4' },
		},
	});
	const measurements: Measurement[] = [];
	const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => Number(values.seed) + at);
	for (const name of ['icecat', 'crowdflower']) {
		const folder = join(values.data, name);
		if (!existsSync(join(folder, 'judgments.csv'))) {
			console.log(`No catalogue in "${folder}": nothing measured. Say where they are with --data DIR.`);
			continue;
		}
		const catalogue = indexCatalogue(readProducts(join(folder, 'products.jsonl.gz')));
		const queries = readQueries(folder);
		for (const [modelName, model] of Object.entries(clickModels)) {
			if (values.model !== undefined && values.model !== modelName) continue;
			const setup = { catalogue, queries, model, clicks: Number(values.clicks) };
			const what = `${name}, ${modelName}`;
			const runs = await simulateSeeds({ ...setup, isNoise: false }, seeds);
			measurements.push(...judgeGain(runs, what));
			const [first] = runs;
			const interleaved = { what: `${what}, interleaved`, model, seed: seeds[0] ?? 1 };
			if (first !== undefined) measurements.push(...measureInterleaving(first, { catalogue, queries }, interleaved));
			measurements.push(...judgeNoise(await simulateSeeds({ ...setup, isNoise: true }, seeds), `${what}, noise only`));
		}
	}
	return measurements;
}

async function simulateSeeds(
	setup: Omit<Simulation, 'random'>,
	seeds: readonly number[],
): Promise<readonly SimulationResult[]> {
	const runs: SimulationResult[] = [];
	for (const seed of seeds) runs.push(await simulate({ ...setup, random: createSeededRandom(seed) }));
	return runs;
}

function readQueries(folder: string): Asked[] {
	return readJudgments(folder).flatMap(({ text, judgments }) => {
		const isUnseen = Number.parseInt(toItemKey(text).slice(0, 4), 16) % 5 === 0;
		return measureRanking([], judgments) === undefined ? [] : [{ text, judgments, isUnseen }];
	});
}

/** Of the queries that were asked: by what was learned, and as if nothing were. */
function measureInterleaving(
	{ shop }: SimulationResult,
	{ catalogue, queries }: Pick<Simulation, 'catalogue' | 'queries'>,
	simulated: { readonly what: string; readonly model: ClickModel; readonly seed: number },
): Measurement[] {
	const asked = queries
		.filter(({ isUnseen }) => !isUnseen)
		.map(({ text, judgments }) => ({
			text,
			learned: shop.search(text),
			plain: catalogue.search(text, shownCount),
			toAttraction: (id: string) => toAttractiveness(judgments.get(id) ?? 0),
		}));
	const both = { ...simulated, queries: asked };
	return [...measureFinding(both), ...measureFalseFinding(both)];
}

interface Compared {
	readonly isUnseen: boolean;
	readonly before: number;
	readonly after: number;
	/** Of the best order of what search finds, and of the first `shownCount` of it. */
	readonly best: number;
	readonly bestOfShown: number;
}

interface SimulationResult {
	readonly shop: Shop;
	readonly compared: readonly Compared[];
	/** The mean nDCG@10 of the lists that shoppers were shown, by query and then over the queries. */
	readonly shown: number;
}

const ndcg = 'nDCG@10';
const worseMax = 0.1;

function judgeGain(runs: readonly SimulationResult[], what: string): Measurement[] {
	const gains = runs.map(({ compared }) => toGain(compared.filter(({ isUnseen }) => !isUnseen)));
	const ofUnseen = toMean(runs.map(({ compared }) => toGain(compared.filter(({ isUnseen }) => isUnseen))));
	const asked = runs.flatMap(({ compared }) => compared.filter(({ isUnseen }) => !isUnseen));
	const mean = (key: 'before' | 'after' | 'best' | 'bestOfShown') => toMean(asked.map((query) => query[key]));
	const [before, after, best, bestOfShown] = [mean('before'), mean('after'), mean('best'), mean('bestOfShown')];
	const gain = toMean(gains);
	const changes = asked.map((query) => query.after - query.before);
	const worst = Math.min(...changes);
	const worse = changes.filter((change) => change < -worseMax);
	return [
		report(`${what}: ${ndcg} asked, before`, '0 … 1', before),
		report(`${what}: ${ndcg} asked, after`, '0 … 1', after),
		judge(report(`${what}: gain, asked`, '%', gain * 100), '≥ 10', gain >= 0.1),
		report(`${what}: standard error of the gain`, '%', 100 * toStandardError(gains)),
		report(`${what}: gain of an ideal order of the first ${shownCount}`, '%', 100 * (bestOfShown / before - 1)),
		report(`${what}: share of the ideal gain`, '%', (100 * (after - before)) / (best - before)),
		report(
			`${what}: gain in what shoppers were shown meanwhile`,
			'%',
			100 * (toMean(runs.map(({ shown }) => shown)) / before - 1),
		),
		judge(report(`${what}: gain, unseen`, '%', ofUnseen * 100), '≥ 0', ofUnseen >= 0),
		judge(report(`${what}: worst query`, ndcg, worst), `≥ -${worseMax}`, worst >= -worseMax),
		report(`${what}: queries worse by more than ${worseMax}`, '%', (100 * worse.length) / asked.length),
		report(
			`${what}: what these lose, over all queries`,
			ndcg,
			-worse.reduce((sum, change) => sum + change, 0) / asked.length,
		),
	];
}

function judgeNoise(runs: readonly SimulationResult[], what: string): Measurement[] {
	return [false, true].map((ofUnseen) => {
		const gains = runs.map(({ compared }) => toGain(compared.filter(({ isUnseen }) => isUnseen === ofUnseen)));
		const most = gains.reduce((max, gain) => (Math.abs(gain) > Math.abs(max) ? gain : max), 0);
		const row = report(`${what}: change of ${ndcg}, ${ofUnseen ? 'unseen' : 'asked'}`, '%', most * 100);
		return judge(row, '± 0.5', Math.abs(most) <= 0.005);
	});
}

function judge(row: Measurement, target: string, isMet: boolean): Measurement {
	return { ...row, target, isMet };
}

function toGain(compared: readonly Compared[]): number {
	return toMean(compared.map(({ after }) => after)) / toMean(compared.map(({ before }) => before)) - 1;
}

function toMean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function toStandardError(values: readonly number[]): number {
	const mean = toMean(values);
	const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
	return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1) / values.length);
}

/** A shop with what it has learned so far. */
interface Shop {
	/** Ids, for a shopper with a session or without one. */
	search(text: string, sessionId?: string): readonly string[];
	learn(learner: ClickLearner): Promise<void>;
}

function openShop({ searchWith, view }: SearchedCatalogue): Shop {
	const learned = createLearnedFactors((_, begin) => runSteps(begin(unhurried)));
	const searched = [{ indexName: 'product', index: view }];
	let lessons: Lessons | undefined;
	const ask = (text: string, sessionId?: string) => {
		const query = { strength: learnedFactorRange, ...(sessionId !== undefined && { seed: sessionId }) };
		return learned.find({ hashid: '', lessons, analyzer: view.analyzer, searched }, { text, learned: query });
	};
	return {
		search: (text, sessionId) => searchWith(ask(text, sessionId), text, shownCount),
		async learn(learner) {
			lessons = learner.toLessons();
			ask('');
			await setImmediate();
		},
	};
}

/** Has shoppers search and click, learns from them, and compares what is found with what was found before. */
async function simulate(simulation: Simulation): Promise<SimulationResult> {
	const { catalogue, queries, clicks, random } = simulation;
	const learner = openClickLearner({ toQuery: (text) => ({ text, key: text }), searchesMax: () => 1_000 });
	const shop = openShop(catalogue);
	const asked = queries.filter(({ isUnseen }) => !isUnseen);
	const state = { learner, shop, sessionCount: 0, clicks: new Map<Asked, number>(), shown: new Map<Asked, number[]>() };
	for (let round = 1; round <= rounds; round++) {
		for (const query of random.shuffle(asked)) {
			ask(simulation, state, { query, wanted: Math.round((clicks * round) / rounds) });
		}
		await shop.learn(learner);
	}
	const compared = queries.map(({ text, judgments, isUnseen }): Compared => {
		const plain = catalogue.search(text, 1_000);
		const sort = (ids: readonly string[]) => ids.toSorted((a, b) => (judgments.get(b) ?? 0) - (judgments.get(a) ?? 0));
		const measure = (ids: readonly string[]) => measureRanking(ids, judgments)?.fullCorpus ?? 0;
		const [before, after] = [measure(plain), measure(shop.search(text))];
		const bestOfShown = measure(sort(plain.slice(0, shownCount)));
		return { isUnseen, before, after, best: measure(sort(plain)), bestOfShown };
	});
	return { shop, compared, shown: toMean(Array.from(state.shown.values(), toMean)) };
}

interface SimulationState {
	readonly learner: ClickLearner;
	readonly shop: Shop;
	sessionCount: number;
	/** Clicks of shoppers so far, and the quality of the lists that they were shown. */
	readonly clicks: Map<Asked, number>;
	readonly shown: Map<Asked, number[]>;
}

/** Has sessions ask a query until it has as many clicks as are wanted; the last session of a round is not cut off. */
function ask(
	simulation: Simulation,
	state: SimulationState,
	{ query, wanted }: { readonly query: Asked; readonly wanted: number },
): void {
	const { model, random, isNoise } = simulation;
	const { text, judgments } = query;
	const shown = state.shown.get(query) ?? [];
	state.shown.set(query, shown);
	for (let sessions = 0; sessions < sessionsMax; sessions++) {
		const known = state.clicks.get(query) ?? 0;
		if (known >= wanted) return;
		state.sessionCount += 1;
		const number = state.sessionCount;
		const ids = state.shop.search(text, `s${number}`);
		if (ids.length === 0) return;
		shown.push(measureRanking(ids, judgments)?.fullCorpus ?? 0);
		const isBot = random.chance(botShare);
		const attractions = ids.map((id) => (isNoise ? noiseAttraction : toAttractiveness(judgments.get(id) ?? 0)));
		const clicked = isBot
			? Array.from({ length: botClicks }, () => random.integer(0, ids.length - 1))
			: model(attractions, random).slice(0, simulation.clicks - known);
		if (!isBot) state.clicks.set(query, known + clicked.length);
		const clientKey = isBot ? `bot ${random.integer(0, 4)}` : `c${number}`;
		tell(state.learner, { number, text, clientKey, ids, clicked });
	}
}

interface Session {
	readonly number: number;
	readonly text: string;
	readonly clientKey: string;
	readonly ids: readonly string[];
	/** Offsets. */
	readonly clicked: readonly number[];
}

function tell(learner: ClickLearner, { number, text, clientKey, ids, clicked }: Session): void {
	const items = ids.map((id) => ({ indexName: 'product', itemKey: toItemKey(id) }));
	const event = {
		...{ sessionId: `s${number}`, queryId: `q${number}`, text, clientKey },
		...{ hitCount: ids.length, firstRank: 1, isBot: false, occurredAtMs: number * 1_000 },
	};
	learner.apply({ ...event, kind: 'search', item: null, hits: packHits(items) });
	for (const at of clicked) learner.apply({ ...event, kind: 'click', item: items[at] ?? null, hits: [] });
}
