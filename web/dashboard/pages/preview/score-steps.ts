/**
 * How factors make a score, as parts that add up:
 *
 *     words       3.52                 the first score
 *     all words   3.52 × 0.25 = 0.88   takes 2.64
 *     title       0.88 × 2.0  = 1.76   adds 0.88
 *
 * So each part is worth what it adds to or takes from what stands before it.
 */
import type { Factor, FactorName } from './wire.ts';

export interface ScoreStep {
	readonly name: FactorName;
	readonly factor: number;
	/** The score without this factor and those behind it; 0 for the first one. */
	readonly before: number;
	readonly after: number;
}

/** Without factors of 1, which change nothing. */
export function listScoreSteps(factors: readonly Factor[]): readonly ScoreStep[] {
	const steps: ScoreStep[] = [];
	let score: number | undefined;
	for (const { name, value } of factors) {
		if (score !== undefined && value === 1) continue;
		const after = (score ?? 1) * value;
		steps.push({ name, factor: value, before: score ?? 0, after });
		score = after;
	}
	return steps;
}
