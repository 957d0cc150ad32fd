import type { CandidateTable } from '../src/recommend/candidate-table.ts';
import { defaultSessionOptions, toKnotPosition, toSignalWeights } from '../src/recommend/session-defaults.ts';
import { createSessionModel } from '../src/recommend/session-model.ts';
import { createSignalSearch, sessionSignals } from '../src/recommend/session-signals.ts';
import { countClicks, holdOut, type Sessions, toClickLog } from './session-data.ts';
import { evaluate } from './session-evaluation.ts';

/**
 * Fits the weights of the session model on the last sessions of the training data, for all folders together.
 *
 * Coordinate ascent on the measure itself: each weight in turn is multiplied and divided by a step, a change that raises
 * the goal is kept, and the step shrinks until it no longer matters. (Climbing the likelihood instead was faster and
 * ended lower on both measures.) The goal is HR@20 + MRR@20, in percent, averaged over the folders, so that no shop pays
 * for another. A run repeats exactly: there is no randomness in it.
 */

const heldOutSessions = 15_000;
/** Every nth held-out session is used for fitting; the others validate the result. */
const learnEvery = 3;
const factors = [2, 1.5, 1.25, 1.12];
/** Only the best candidates by the present weights take part; the rest would only cost time. */
const candidatesMax = 120;

/** One prediction: damped shares [candidates × signals], the row of the right answer first. */
interface Sample {
	readonly support: number;
	readonly features: Float32Array;
}

const width = sessionSignals.length;
const knots = defaultSessionOptions.weightsBySupport;

function collectSamples(train: Sessions, test: Sessions): Sample[] {
	const search = createSignalSearch(toClickLog(train), defaultSessionOptions);
	const samples: Sample[] = [];
	for (const session of test) {
		for (let t = 1; t < session.length; t += 1) {
			const support = search.gather(session.slice(0, t), -1);
			const answer = search.table.rowOf(session[t] ?? -1);
			if (answer >= 0)
				samples.push({ support, features: readFeatures(search.table, answer, toSignalWeights(knots, support)) });
			search.table.clear();
		}
	}
	return samples;
}

function readFeatures(table: CandidateTable, answer: number, weights: readonly number[]): Float32Array {
	const rows = Array.from({ length: table.count() }, (_, row) => {
		const shares = sessionSignals.map((_name, signal) => table.shareAt(signal, row) ** 0.75);
		return {
			isAnswer: row === answer,
			shares,
			sum: shares.reduce((sum, share, f) => sum + share * (weights[f] ?? 0), 0),
		};
	});
	rows.sort((a, b) => Number(b.isAnswer) - Number(a.isAnswer) || b.sum - a.sum);
	return Float32Array.from(rows.slice(0, candidatesMax).flatMap((row) => row.shares));
}

/** The rank (≥ 1) of the right answer of a sample under weights [knots × signals]; ties count against us. */
function rankOfAnswer({ support, features }: Sample, weights: Float64Array): number {
	const { low, share } = toKnotPosition(knots, support);
	const own = Array.from({ length: width }, (_, f) => {
		const below = weights[low * width + f] ?? 0;
		return below + share * ((weights[(low + 1) * width + f] ?? 0) - below);
	});
	let rank = 0;
	let answerScore = 0;
	for (let row = 0; row * width < features.length; row += 1) {
		let score = 0;
		for (let f = 0; f < width; f += 1) score += (own[f] ?? 0) * (features[row * width + f] ?? 0);
		if (row === 0) answerScore = score;
		if (score >= answerScore) rank += 1;
	}
	return rank;
}

/** HR@20 + MRR@20 in percent of the reachable predictions, averaged over the sets. */
function toGoal(sampleSets: readonly (readonly Sample[])[], weights: Float64Array): number {
	const goals = sampleSets.map((samples) => {
		let sum = 0;
		for (const sample of samples) {
			const rank = rankOfAnswer(sample, weights);
			if (rank <= 20) sum += 1 + 1 / rank;
		}
		return (100 * sum) / samples.length;
	});
	return goals.reduce((sum, goal) => sum + goal, 0) / goals.length;
}

/** Weights as [knots × signals], fitted to the samples of all sets from the present defaults on. */
function fitWeights(sampleSets: readonly (readonly Sample[])[]): Float64Array {
	const weights = Float64Array.from(knots.flatMap((knot) => knot.weights));
	let best = toGoal(sampleSets, weights);
	for (const factor of factors) {
		console.log(`step ${factor}: goal ${best.toFixed(3)}`);
		for (let cell = 0; cell < weights.length; cell += 1) {
			for (const change of [factor, 1 / factor]) {
				const before = weights[cell] ?? 0;
				weights[cell] = before * change;
				const goal = toGoal(sampleSets, weights);
				if (goal > best) best = goal;
				else weights[cell] = before;
			}
		}
	}
	return weights;
}

/** Prints fitted weights in the form of `defaultSessionOptions`, and the goal that they and the present ones reach. */
export function tuneSignalWeights(trainSets: readonly Sessions[]): void {
	const splits = trainSets.map((train) => holdOut(train, heldOutSessions));
	const learn = splits.map(({ train, test }) =>
		collectSamples(
			train,
			test.filter((_, n) => n % learnEvery === 0),
		),
	);
	const fitted = fitWeights(learn);
	const weightsBySupport = knots.map(({ support }, knot) => {
		const row = [...fitted.subarray(knot * width, (knot + 1) * width)];
		const sum = row.reduce((total, weight) => total + weight, 0);
		return { support, weights: row.map((weight) => Number((weight / sum).toFixed(3))) };
	});
	console.log(`signals: ${sessionSignals.join(', ')}`);
	for (const knot of weightsBySupport)
		console.log(`{ support: ${knot.support}, weights: [${knot.weights.join(', ')}] },`);
	for (const [name, options] of [
		['defaults', defaultSessionOptions],
		['fitted', { ...defaultSessionOptions, weightsBySupport }],
	] as const) {
		for (const { train, test } of splits) {
			const model = createSessionModel(toClickLog(train), options);
			const unseen = test.filter((_, n) => n % learnEvery !== 0);
			const { hitRate, reciprocalRank } = evaluate(unseen, (items, count) => model.predict({ items, count }));
			const size = `${countClicks(train)} clicks, ${unseen.length} held-out sessions`;
			console.log(`${name.padEnd(9)} HR@20 ${hitRate.toFixed(2)}  MRR@20 ${reciprocalRank.toFixed(2)}  (${size})`);
		}
	}
}
