/**
 * What does search gain from clicks? Simulated shoppers ask the queries of judged catalogues and click by a documented
 * model (`click-models.ts`); what they teach is measured by the judgments, which learning never sees.
 *
 *     npm run bench -- learning --data DIR [--clicks 20] [--model position-based] [--seed 1]
 *
 * DIR has the folders `icecat` and `crowdflower`, see `relevance.ts`. Four fifths of the queries, chosen by a hash, are
 * asked until each has its clicks; the ranking is learned anew four times meanwhile. The others are unseen. One session in
 * twenty is a bot that says nothing of itself: bots share a few networks and click five items at random. With `noise`
 * every item is equally attractive, so that there is nothing to learn.
 *
 * Then shoppers see learned and plain ranking interleaved (`interleaved-shoppers.ts`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Judgments, measureRanking } from '../src/domain/evaluation/ranking-metrics.ts';
import { packHits } from '../src/domain/event/packed-hits.ts';
import { toItemKey } from '../src/domain/item/dfid.ts';
import { type ClickLearner, openClickLearner } from '../src/learning/click-learner.ts';
import { splitItemName } from '../src/learning/item-name.ts';
import { createLearnedRanking, type LearnedRanking } from '../src/learning/learned-ranking.ts';
import { createSeededRandom, type SeededRandom } from '../src/lib/seeded-random.ts';
import { indexCatalogue, readProducts, type SearchedCatalogue } from './catalogue-search.ts';
import { type ClickModel, clickModels, toAttractiveness } from './click-models.ts';
import { measureFalseFinding, measureFinding } from './interleaved-shoppers.ts';
import { type Measurement, report } from './measurement.ts';
import { readJudgments } from './read-judgments.ts';

const shownCount = 20;
const rounds = 4;
const sessionsMax = 2_000;
const botShare = 0.05;
const botClicks = 5;
const strength = 0.5;
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
	readonly seed: number;
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
		},
	});
	const measurements: Measurement[] = [];
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
			for (const isNoise of [false, true]) {
				const seed = Number(values.seed);
				const random = createSeededRandom(seed);
				const simulation = { catalogue, queries, model, clicks: Number(values.clicks), random, seed, isNoise };
				const what = `${name}, ${modelName}${isNoise ? ', noise only' : ''}`;
				const learned = simulate(simulation);
				measurements.push(...measureGain(simulation, learned, what));
				if (!isNoise) measurements.push(...measureInterleaving(simulation, learned, `${what}, interleaved`));
			}
		}
	}
	return measurements;
}

function readQueries(folder: string): Asked[] {
	return readJudgments(folder).flatMap(({ text, judgments }) => {
		const isUnseen = Number.parseInt(toItemKey(text).slice(0, 4), 16) % 5 === 0;
		return measureRanking([], judgments) === undefined ? [] : [{ text, judgments, isUnseen }];
	});
}

/** Of the queries that were asked: by what was learned, and as if nothing were. */
function measureInterleaving(simulation: Simulation, learned: LearnedRanking, what: string): Measurement[] {
	const { catalogue, model, seed } = simulation;
	const queries = simulation.queries
		.filter(({ isUnseen }) => !isUnseen)
		.map(({ text, judgments }) => ({
			text,
			learned: searchLearned(catalogue, learned, text),
			plain: catalogue.search(text, shownCount),
			toAttraction: (id: string) => toAttractiveness(judgments.get(id) ?? 0),
		}));
	const simulated = { what, queries, model, seed };
	return [...measureFinding(simulated), ...measureFalseFinding(simulated)];
}

function measureGain(simulation: Simulation, learned: LearnedRanking, what: string): Measurement[] {
	const { catalogue, queries, isNoise } = simulation;
	const compared = queries.map(({ text, judgments, isUnseen }) => {
		const plain = catalogue.search(text, 1_000);
		const ideal = [...plain].sort((a, b) => (judgments.get(b) ?? 0) - (judgments.get(a) ?? 0));
		const [before = 0, after = 0, best = 0] = [plain, searchLearned(catalogue, learned, text), ideal].map(
			(ids) => measureRanking(ids, judgments)?.fullCorpus,
		);
		return { isUnseen, before, after, best };
	});
	const asked = compared.filter(({ isUnseen }) => !isUnseen);
	const unseen = compared.filter(({ isUnseen }) => isUnseen);
	const [before, after, best] = [toMean(asked, 'before'), toMean(asked, 'after'), toMean(asked, 'best')];
	const worst = compared.reduce((least, query) => Math.min(least, query.after - query.before), 0);
	const ndcg = 'nDCG@10';
	const gain = after / before - 1;
	const ofUnseen = toMean(unseen, 'after') / toMean(unseen, 'before') - 1;
	const judge = (row: Measurement, target: string, isMet: boolean) => ({ ...row, target, isMet });
	if (isNoise) {
		return [
			judge(report(`${what}: change of ${ndcg}, asked`, '%', gain * 100), '± 0.5', Math.abs(gain) <= 0.005),
			judge(report(`${what}: change of ${ndcg}, unseen`, '%', ofUnseen * 100), '± 0.5', Math.abs(ofUnseen) <= 0.005),
		];
	}
	return [
		report(`${what}: ${ndcg} asked, before`, '0 … 1', before),
		report(`${what}: ${ndcg} asked, after`, '0 … 1', after),
		judge(report(`${what}: gain, asked`, '%', gain * 100), '≥ 10', gain >= 0.1),
		report(`${what}: share of the ideal gain`, '%', (100 * (after - before)) / (best - before)),
		judge(report(`${what}: gain, unseen`, '%', ofUnseen * 100), '≥ 0', ofUnseen >= 0),
		judge(report(`${what}: worst query`, ndcg, worst), '≥ -0.1', worst >= -0.1),
		report(`${what}: queries worse by more than 0.1`, '', compared.filter((q) => q.after - q.before < -0.1).length),
	];
}

type Compared = Readonly<Record<'before' | 'after' | 'best', number>>;

function toMean(compared: readonly Compared[], key: keyof Compared): number {
	return compared.reduce((sum, query) => sum + query[key], 0) / compared.length;
}

function searchLearned(catalogue: SearchedCatalogue, learned: LearnedRanking, text: string): string[] {
	const factors = new Map(learned.listPopular(strength).map(({ itemName, factor }) => [itemName, factor]));
	const words = catalogue.toStems(text);
	for (const { itemName, factor } of learned.rank({ words, strength })) factors.set(itemName, factor);
	const items = Array.from(factors, ([itemName, factor]) => ({ key: splitItemName(itemName).key, factor }));
	return catalogue.searchWith(items, text, shownCount);
}

/** Has shoppers search and click, and learns from them. */
function simulate(simulation: Simulation): LearnedRanking {
	const { catalogue, queries, clicks, random } = simulation;
	const learner = openClickLearner({
		toQuery: (text) => ({ text, key: text }),
		searchesMax: () => 1_000,
	});
	let learned = createLearnedRanking(learner.toLessons(), catalogue.toStems);
	let sessionCount = 0;
	for (let round = 1; round <= rounds; round++) {
		for (const query of random.shuffle(queries.filter(({ isUnseen }) => !isUnseen))) {
			const ids = searchLearned(catalogue, learned, query.text);
			const wanted = Math.round((clicks * round) / rounds) - Math.round((clicks * (round - 1)) / rounds);
			sessionCount += shop(simulation, { learner, query, ids, wanted, sessionCount });
		}
		learned = createLearnedRanking(learner.toLessons(), catalogue.toStems);
	}
	return learned;
}

interface Shopping {
	readonly learner: ClickLearner;
	readonly query: Asked;
	readonly ids: readonly string[];
	/** Clicks of shoppers. */
	readonly wanted: number;
	readonly sessionCount: number;
}

/** @returns how many sessions there were. */
function shop(simulation: Simulation, { learner, query, ids, wanted, sessionCount }: Shopping): number {
	const { model, random, isNoise } = simulation;
	const attractions = ids.map((id) => (isNoise ? noiseAttraction : toAttractiveness(query.judgments.get(id) ?? 0)));
	const item = (id: string) => ({ indexName: 'product', itemKey: toItemKey(id) });
	const hits = packHits(ids.map(item));
	let clicks = 0;
	let sessions = 0;
	while (clicks < wanted && sessions < sessionsMax && ids.length > 0) {
		const number = sessionCount + sessions;
		sessions += 1;
		const isBot = random.chance(botShare);
		const event = {
			sessionId: `s${number}`,
			queryId: `q${number}`,
			text: query.text,
			hitCount: ids.length,
			firstRank: 1,
			clientKey: isBot ? `bot ${random.integer(0, 4)}` : `c${number}`,
			isBot: false,
			occurredAtMs: number * 1_000,
		};
		learner.apply({ ...event, kind: 'search', item: null, hits });
		const clicked = isBot
			? Array.from({ length: botClicks }, () => random.integer(0, ids.length - 1))
			: model(attractions, random);
		for (const at of clicked) {
			if (!isBot && clicks >= wanted) break;
			learner.apply({ ...event, kind: 'click', item: item(ids[at] as string), hits: [] });
			if (!isBot) clicks += 1;
		}
	}
	return sessions;
}
