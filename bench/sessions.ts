import { parseArgs } from 'node:util';
import { createSessionModel } from '../src/recommend/session-model.ts';
import { createItemKnn, createPopularity, createSknn } from './session-baselines.ts';
import { countClicks, readSessionFolder, type SessionData, type Sessions, toClickLog } from './session-data.ts';
import { type Evaluation, evaluate, type Recommend } from './session-evaluation.ts';
import { tuneSignalWeights } from './session-tuning.ts';

/**
 * How good are the recommendations within a session, and what do they cost?
 *
 *     npm run bench -- sessions --data FOLDER
 *     npm run bench -- sessions --tune --data FOLDER --data FOLDER     fits the weights on held-out training sessions
 *
 * For every test session and every click but the first: was it among 20 candidates (HR@20), and how far up (MRR@20)?
 * Ties count against us. The model does not learn from test sessions, except in the row that says so.
 */

interface Row {
	readonly name: string;
	readonly buildMs: number;
	readonly bytesPerClick?: number;
	readonly result: Evaluation;
}

function measureBaseline(name: string, data: SessionData, create: (train: Sessions) => Recommend): Row {
	const startMs = performance.now();
	const recommend = create(data.train);
	const buildMs = performance.now() - startMs;
	return { name, buildMs, result: evaluate(data.test, recommend) };
}

function measureModel(data: SessionData, isLearning: boolean): Row {
	const startMs = performance.now();
	const log = toClickLog(data.train);
	const model = createSessionModel(log);
	const buildMs = performance.now() - startMs;
	const observe = (items: readonly number[]) => {
		items.reduce<number | undefined>((session, item) => log.append(item, session), undefined);
	};
	const recommend: Recommend = (items, count) => model.predict({ items, count });
	const result = evaluate(data.test, recommend, isLearning ? observe : undefined);
	const bytesPerClick = model.byteCount() / log.counters.clicks;
	return { name: isLearning ? 'vitrine, learning' : 'vitrine', buildMs, bytesPerClick, result };
}

function print({ name, buildMs, bytesPerClick, result }: Row): void {
	const cells = [
		name.padEnd(18),
		result.hitRate.toFixed(2).padStart(7),
		result.reciprocalRank.toFixed(2).padStart(7),
		result.p50Ms.toFixed(3).padStart(8),
		result.p99Ms.toFixed(3).padStart(8),
		(buildMs / 1000).toFixed(2).padStart(8),
		(bytesPerClick?.toFixed(1) ?? '–').padStart(12),
	];
	console.log(cells.join(' '));
}

function compare(folder: string, data: SessionData): void {
	const { train, test } = data;
	console.log(`${folder}: ${train.length} sessions, ${countClicks(train)} clicks; ${test.length} test sessions`);
	console.log('                      HR@20  MRR@20   p50 ms   p99 ms  build s  bytes/click');
	print(measureModel(data, false));
	print(measureModel(data, true));
	print(measureBaseline('popularity', data, createPopularity));
	print(measureBaseline('item-kNN', data, createItemKnn));
	print(measureBaseline('SKNN', data, createSknn));
	console.log(`${countClicks(test) - test.length} predictions`);
}

const { values } = parseArgs({
	options: { data: { type: 'string', multiple: true, default: [] }, tune: { type: 'boolean', default: false } },
});
const found = values.data.flatMap((folder) => {
	const data = readSessionFolder(folder);
	if (data === undefined) console.log(`No sessions in ${folder} (train.txt.gz and test.txt.gz): nothing to measure.`);
	return data === undefined ? [] : [{ folder, data }];
});
if (values.data.length === 0) console.log('Say where the sessions are: --data FOLDER');
if (values.tune) {
	// Only the training part is passed on, so that tuning cannot see a test session.
	if (found.length > 0) tuneSignalWeights(found.map(({ data }) => data.train));
} else {
	for (const { folder, data } of found) compare(folder, data);
}
