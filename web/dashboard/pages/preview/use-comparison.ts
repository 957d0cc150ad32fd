/** The same queries with the saved settings and with a draft. */
import { useEffect, useState } from 'preact/hooks';
import { callApi, toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { type Loaded, useLoaded } from '../../shell/use-loaded.ts';
import type { ListedHit } from './compare-lists.ts';
import type { SettingsChange } from './draft.ts';
import type { Item, QueryName } from './wire.ts';

export interface TrialHit extends ListedHit {
	readonly item?: Item;
}

export interface TrialResult {
	readonly query: string;
	readonly query_name: QueryName;
	readonly total_found: number;
	readonly hits: readonly TrialHit[];
}

/** Of one query. */
export interface ComparedQuery {
	readonly query: string;
	readonly before: TrialResult;
	readonly after: TrialResult;
}

/** More hits than are shown, so that it can be said where a product went that left the first ten. */
const hitsCompared = 30;
const fields = ['title', 'brand', 'price', 'best_price', 'image_link', 'availability'];
const pauseMs = 250;

/** @param queries at most 50; none asks nothing */
export function useComparison(
	engine: Engine,
	queries: readonly string[],
	change: SettingsChange,
): Loaded<readonly ComparedQuery[]> {
	const path = toPath`/search_engines/${engine.hashid}/trial_searches`;
	const question = useSettled(JSON.stringify({ queries, change }));
	return useLoaded(
		async (signal) => {
			const asked: { readonly queries: readonly string[]; readonly change: SettingsChange } = JSON.parse(question);
			const search = async (settings: SettingsChange) => {
				const body = { queries: asked.queries, settings, fields, hits: hitsCompared };
				const request = { method: 'POST', body, signal, isReading: true } as const;
				return (await callApi<{ readonly results: readonly TrialResult[] }>(path, request)).results;
			};
			const isChanged = Object.keys(asked.change).length > 0;
			const [saved, drafted] = await Promise.all([search({}), isChanged ? search(asked.change) : undefined]);
			return saved.map((before, at) => ({ query: before.query, before, after: drafted?.[at] ?? before }));
		},
		queries.length === 0 ? undefined : question,
		{ isKept: true },
	);
}

/** A text when it has not changed for a moment. */
function useSettled(text: string): string {
	const [settled, setSettled] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), pauseMs);
		return () => clearTimeout(timer);
	}, [text]);
	return settled;
}
