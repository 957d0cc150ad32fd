import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { type Loaded, useLoaded } from '../../shell/use-loaded.ts';
import { type SearchState, toAskedItem, toSearchBody } from './search-state.ts';
import type { Explanation } from './wire.ts';

export interface ExplanationOptions {
	readonly engine: Engine;
	readonly state: SearchState;
	/** The id or dfid of an item to explain; empty for none. */
	readonly item: string;
	/** Whether it is asked for yet: it takes two to three times as long as the search. */
	readonly isWanted: boolean;
}

/** Why the search of this state finds what it finds. */
export function useExplanation({ engine, state, item, isWanted }: ExplanationOptions): Loaded<Explanation> {
	const body = { ...toSearchBody(state), facets: [], ...(item !== '' && toAskedItem(item)) };
	const path = toPath`/search_engines/${engine.hashid}/_explain`;
	return useLoaded(
		(signal) => callApi<Explanation>(path, { method: 'POST', body, signal, isReading: true }),
		isWanted ? JSON.stringify(body) : undefined,
		{ isKept: true },
	);
}
