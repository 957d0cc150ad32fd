/**
 * How much may a few clicks say? As much as would have predicted the clicks of this shop best so far: each choice is
 * predicted by what was learned before it, once for each strength α of the prior, and once by ranks alone.
 *
 *     α      1.5      3      6     12   …   ∞
 *     gain    74.5   63.0   46.1   30.2     0      Σ ln(p by α / p by ranks), of choices not learned from yet
 *
 * The best α is the prior (the prequential principle: Dawid, Statistical theory, 1984). Where items do not differ, learning
 * predicts worse than ranks do, and α is infinite: no number of clicks moves anything. A gain counts if it is more than twice
 * its standard error, and more than a hundredth of a nat for each choice: a curve of examination that does not fit the shoppers quite
 * gains less than that.
 */
import { toAttraction } from './dispersion.ts';
import type { ClickCounts } from './evidence.ts';

/** Weaker priors predict no better on the whole, but move more items the wrong way. */
const priors = [1.5, 3, 6, 12, 24, 48] as const;
/** With fewer choices than this the standard error is not normal enough to be trusted. */
const choicesMin = 100;
const gainPerChoiceMin = 0.01;
const errorsMin = 2;
/** Choices before the last so many fade. */
const choicesFading = 20_000;

export interface PredictionRows {
	readonly choices: number;
	/** By prior: sums of the gains and of their squares. */
	readonly gains: readonly number[];
	readonly squares: readonly number[];
}

export interface PredictedChoice {
	/** Its offset in `shown`. */
	readonly chosen: number;
	/** The items among which was chosen: how much their rank is examined, and what is known of them for the query. */
	readonly shown: readonly {
		readonly theta: number;
		readonly known: Pick<ClickCounts, 'clicks' | 'expected'> | undefined;
	}[];
}

export interface PredictivePrior {
	/**
	 * Call it before the choice is counted as evidence. Cost: O(items shown).
	 * @returns how much likelier the choice was by what was learned than by ranks alone, as a logarithm; 0 where nothing can be
	 * learned yet
	 */
	count(choice: PredictedChoice): number;
	/** α ≥ 1.5, in expected clicks; infinite where nothing can be learned. */
	estimate(): number;
	toRows(): PredictionRows;
}

export function openPredictivePrior(rows?: PredictionRows): PredictivePrior {
	let choices = rows?.choices ?? 0;
	const gains = Float64Array.from(priors, (_, at) => rows?.gains[at] ?? 0);
	const squares = Float64Array.from(priors, (_, at) => rows?.squares[at] ?? 0);

	function fade(): void {
		if (choices < choicesFading) return;
		choices /= 2;
		for (const sums of [gains, squares]) for (const [at, sum] of sums.entries()) sums[at] = sum / 2;
	}

	function estimate(): number {
		if (choices < choicesMin) return Number.POSITIVE_INFINITY;
		const best = gains.reduce((top, gain, at) => (gain > (gains[top] as number) ? at : top), 0);
		const sure = (gains[best] as number) - errorsMin * Math.sqrt(squares[best] as number);
		return sure > gainPerChoiceMin * choices ? (priors[best] as number) : Number.POSITIVE_INFINITY;
	}

	return {
		count({ chosen, shown }) {
			const examined = shown.reduce((sum, { theta }) => sum + theta, 0);
			if (!(examined > 0)) return 0;
			const believed = estimate();
			let gainOfBelieved = 0;
			choices += 1;
			for (const [at, prior] of priors.entries()) {
				const attractions = shown.map(({ known }) => (known === undefined ? 1 : toAttraction(known, prior)));
				const sum = shown.reduce((total, { theta }, index) => total + theta * (attractions[index] as number), 0);
				const gain = Math.log(((attractions[chosen] as number) * examined) / sum);
				gains[at] = (gains[at] as number) + gain;
				squares[at] = (squares[at] as number) + gain ** 2;
				if (prior === believed) gainOfBelieved = gain;
			}
			fade();
			return gainOfBelieved;
		},
		estimate,
		toRows: () => ({ choices, gains: [...gains], squares: [...squares] }),
	};
}
