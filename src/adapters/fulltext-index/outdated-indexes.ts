import { toPriceKey } from '../../domain/price/price-format.ts';
import type { ToAnalyzer } from '../../fulltext/analysis/analyzers.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { IndexReader, ReadableIndex } from './index-reader.ts';

/**
 * Has an index rebuilt if its language, price format or schema differs from the store's.
 * @returns whether they differ.
 */
export type NoteOutdated = (state: GenerationState, index: ReadableIndex) => boolean;

export function createOutdatedCheck(reader: Pick<IndexReader, 'rebuild'>, toAnalyzer: ToAnalyzer): NoteOutdated {
	/**
	 * Generations whose index differs from the store, with the actual and the wanted state. Each rebuild is requested
	 * once, because the indexer may have begun.
	 */
	const outdated = new Map<number, string>();

	return (state, { language, prices, schema }) => {
		const { generationId, hashid } = state;
		const wantedLanguage = toAnalyzer(state.locale).language;
		const wantedPrices = toPriceKey(state);
		if (language === wantedLanguage && prices === wantedPrices && schema === state.schema) {
			outdated.delete(generationId);
			return false;
		}
		const difference = JSON.stringify([language, prices, schema, wantedLanguage, wantedPrices, state.schema]);
		if (outdated.get(generationId) !== difference) {
			outdated.set(generationId, difference);
			reader.rebuild(hashid, generationId);
		}
		return true;
	};
}
