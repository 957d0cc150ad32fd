/** The indices of a search engine, each with what is known of it. */
import { ApiError } from '../../shell/api-error.ts';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { EngineDetails, IndexDetails, SearchIndex } from './catalogue-wire.ts';

export interface IndexRow extends IndexDetails {
	readonly itemCount: number;
	/** Undefined where the server does not search, or cannot say now. */
	readonly search: SearchIndex | undefined;
	/** Undefined where there is no temporary index. */
	readonly temporaryItemCount: number | undefined;
}

export interface EngineIndices {
	readonly isLocked: boolean;
	readonly rows: readonly IndexRow[];
}

export async function loadIndices(hashid: string, signal: AbortSignal): Promise<EngineIndices> {
	const engine = await callApi<EngineDetails>(toPath`/search_engines/${hashid}`, { signal });
	const rows = await Promise.all(
		engine.indices.map(async ({ name, preset }): Promise<IndexRow> => {
			const index = toPath`/search_engines/${hashid}/indices/${name}`;
			const [{ count }, search, temporary] = await Promise.all([
				callApi<{ readonly count: number }>(`${index}/items/_count`, { signal }),
				ifKnown(callApi<SearchIndex>(`${index}/search_index`, { signal })),
				// Without a lock there is none to ask for.
				engine.locked ? ifKnown(callApi<{ readonly items: number }>(`${index}/temp`, { signal })) : undefined,
			]);
			return { name, preset, itemCount: count, search, temporaryItemCount: temporary?.items };
		}),
	);
	return { isLocked: engine.locked, rows };
}

/** 404: there is none. 429 and 503: it cannot be said now. */
export async function ifKnown<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof ApiError && [404, 429, 503].includes(error.status)) return undefined;
		throw error;
	}
}
