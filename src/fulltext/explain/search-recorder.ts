/** What did a search try, and what answered? */
import type { TriedAttempt, TriedReading, TriedStep } from '../../domain/query/explanation.ts';

import type { Attempt } from '../query/attempt.ts';
import type { GatherOptions } from '../query/gathering.ts';
import type { PhaseTrace } from '../query/phase-trace.ts';
import type { PreparedRequest, SearchTrace } from '../query/searching.ts';
import { toUnderstoodPart } from '../query/understand-request.ts';

/** The end of a search: the reading, the attempt and the matches that answered. */
export interface RecordedAnswer {
	readonly prepared: PreparedRequest;
	readonly attempt: Attempt;
	readonly gathered: GatherOptions;
}

export interface SearchRecorder extends SearchTrace {
	/** In the order in which they were tried. */
	readonly readings: readonly TriedReading[];
	/** @throws {Error} when no search has ended */
	readonly answered: RecordedAnswer;
}

interface Reading {
	readonly prepared: PreparedRequest;
	readonly attempts: TriedAttempt[];
	readonly steps: TriedStep[];
}

/** @param timer is told of the phases */
export function createSearchRecorder({ begin }: PhaseTrace): SearchRecorder {
	const readings: Reading[] = [];
	let answered: RecordedAnswer | undefined;
	return {
		begin,
		read(prepared) {
			readings.push({ prepared, attempts: [], steps: [] });
		},
		try({ queryName, misspelt, needsAll }, foundCount) {
			readings.at(-1)?.attempts.push({ queryName, corrected: misspelt, needsAll, foundCount });
		},
		fill(share, foundCount) {
			readings.at(-1)?.steps.push({ share, foundCount });
		},
		answer(attempt, gathered) {
			const { prepared } = readings.at(-1) as Reading;
			answered = { prepared, attempt, gathered };
		},
		get readings() {
			return readings.map(toTriedReading);
		},
		get answered() {
			if (answered === undefined) throw new Error('a search that has not ended has no explanation');
			return answered;
		},
	};
}

function toTriedReading({ prepared, attempts, steps }: Reading): TriedReading {
	const { text, understood } = prepared.request;
	const { parts = [], typedText = '' } = understood ?? {};
	return { text, understood: parts.map((part) => toUnderstoodPart(typedText, part)), attempts, steps };
}
