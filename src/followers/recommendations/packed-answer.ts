import type { EventItem } from '../../domain/event/shopper-event.ts';
import type { Candidate, CandidateAnswer, CandidateRequest } from '../../ports/recommender.ts';
import type { EngineAnswer } from '../../recommend/engine-candidates.ts';
import type { EngineModel } from '../../recommend/engine-model.ts';
import type { PackedAnswer } from './recommender-messages.ts';

const keyLength = 32;

/** An answer of a model, with the names of its items instead of their numbers. */
export function packAnswer(
	model: Pick<EngineModel, 'describeItems'>,
	{ source, isExplained }: CandidateRequest,
	{ candidates, viewed, cart, bought }: EngineAnswer,
): PackedAnswer {
	const numbers = [...candidates.map(({ item }) => item), ...viewed, ...cart, ...bought];
	const signalNames = isExplained ? Object.keys(candidates[0]?.shares ?? { [source]: 1 }) : [];
	const shares = new Float32Array(candidates.length * signalNames.length);
	let cell = 0;
	for (const candidate of signalNames.length === 0 ? [] : candidates) {
		for (const name of signalNames) shares[cell++] = candidate.shares?.[name] ?? 1;
	}
	return {
		...model.describeItems(numbers),
		counts: [candidates.length, viewed.length, cart.length, bought.length],
		scores: Float64Array.from(candidates, ({ score }) => score),
		source,
		signalNames,
		shares,
	};
}

export function unpackAnswer(packed: PackedAnswer): CandidateAnswer {
	const { keys, indexNames, indexOf, counts, scores } = packed;
	let at = 0;
	const takeItem = (): EventItem => {
		const indexName = indexNames[indexOf[at] ?? 0] ?? '';
		const itemKey = keys.slice(at * keyLength, (at + 1) * keyLength);
		at += 1;
		return { indexName, itemKey };
	};
	const takeItems = (count: number) => Array.from({ length: count }, takeItem);
	const [candidateCount, viewedCount, cartCount, boughtCount] = counts;
	const candidates = Array.from({ length: candidateCount }, (_, at): Candidate => {
		const { indexName, itemKey } = takeItem();
		return { indexName, itemKey, score: scores[at] ?? 0, signals: readSignals(packed, at) };
	});
	return {
		candidates,
		shopper: { viewed: takeItems(viewedCount), cart: takeItems(cartCount), bought: takeItems(boughtCount) },
	};
}

const noSignals: Candidate['signals'] = [];

function readSignals({ signalNames, shares }: PackedAnswer, at: number): Candidate['signals'] {
	if (signalNames.length === 0) return noSignals;
	return signalNames
		.map((name, signal) => ({ name, share: shares[at * signalNames.length + signal] ?? 0 }))
		.filter(({ share }) => share > 0)
		.sort((a, b) => b.share - a.share);
}
