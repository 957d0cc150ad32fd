/** Is a saved index one of the log as the store has it? `open-index-opener.ts` says what must be true. */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import { toPriceKey } from '../../domain/price/price-format.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { CommonPast } from '../../ports/store-history.ts';
import type { StorePast } from '../runtime/store-past.ts';
import type { IndexManifest } from './index-manifest.ts';
import type { LoadedIndex } from './saved-index.ts';

export interface IndexCheck {
	/** Why a directory cannot be used; undefined when it can, or when there is none and never was. */
	findProblem(loaded: LoadedIndex, state: GenerationState): Promise<string | undefined>;
	/** The same of a manifest whose files are sound. */
	findMismatch(manifest: IndexManifest, state: GenerationState): Promise<string | undefined>;
}

/** @param toLanguage whose rules analyse the texts of a locale */
export function createIndexCheck(past: StorePast, toLanguage: (locale: string) => string): IndexCheck {
	async function findMismatch(manifest: IndexManifest, state: GenerationState): Promise<string | undefined> {
		const mismatch = findDifference(manifest, state, toLanguage(state.locale));
		if (mismatch !== undefined) return mismatch;
		return findLoss(manifest, await past.compare(manifest.incarnation ?? '', state.incarnation));
	}

	async function findProblem(loaded: LoadedIndex, state: GenerationState): Promise<string | undefined> {
		if (loaded.kind === 'damaged') return loaded.problem;
		if (loaded.kind === 'loaded') return findMismatch(loaded.saved.manifest, state);
		return comparePositions(state.followed ?? startPosition, startPosition) > 0 ? 'its files are missing' : undefined;
	}

	return { findProblem, findMismatch };
}

function findLoss({ generationId, position, end = position }: IndexManifest, past: CommonPast): string | undefined {
	return past.hasItems(generationId, end) ? undefined : `it has writes up to ${position} that the store has lost`;
}

function findDifference(manifest: IndexManifest, state: GenerationState, language: string): string | undefined {
	const { position } = manifest;
	const followed = state.followed ?? startPosition;
	if (manifest.generationId !== state.generationId) return `it is the index of generation ${manifest.generationId}`;
	if (comparePositions(position, followed) < 0) return `it has writes up to ${position}, and was at ${followed} before`;
	if (comparePositions(position, state.end) > 0) {
		return `it has writes up to ${position}, and the store up to ${state.end}`;
	}
	if (manifest.language !== language) return `its language is ${manifest.language}, not ${language}`;
	if (manifest.prices !== toPriceKey(state)) return 'its prices were read in another way';
	return undefined;
}
