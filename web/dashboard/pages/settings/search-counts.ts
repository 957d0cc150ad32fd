/** Who searches for this: the searches of the last 30 days that have a word, of the thousand queries that are searched for most. */
import { callApi } from '../../shell/call-api.ts';
import { mayRead, useSession } from '../../shell/session.tsx';
import { type Loaded, useLoaded } from '../../shell/use-loaded.ts';
import type { TopSearches } from './wire.ts';

export interface FoundSearches {
	readonly count: number;
	/** Most frequent first. */
	readonly queries: TopSearches['results'];
}

/** The searches that have one of the phrases as words of theirs. Cost: O(phrases and what they find). */
export type CountSearches = (phrases: readonly string[]) => FoundSearches;

const countedDays = 30;
const countedQueriesMax = 1_000;
/** As long as phrases of synonyms. */
const phraseWordsMax = 5;

/** Undefined until they are read, and for people who have no right to see statistics. */
export function useSearchCounts(hashid: string): CountSearches | undefined {
	const { value } = useTopSearches(hashid, { limit: countedQueriesMax });
	return value;
}

/** What is searched for most. */
export function useFrequentSearches(hashid: string, limit: number): TopSearches['results'] {
	const { value } = useTopSearches(hashid, { limit: countedQueriesMax });
	return value?.all.slice(0, limit) ?? [];
}

/** What found nothing at all, most frequent first. */
export function useEmptySearches(hashid: string, limit: number): TopSearches['results'] {
	const { value } = useTopSearches(hashid, { limit, no_results: true });
	return value?.all ?? [];
}

type TopCounts = CountSearches & { readonly all: TopSearches['results'] };

function useTopSearches(
	hashid: string,
	asked: { readonly limit: number; readonly no_results?: boolean },
): Loaded<TopCounts> {
	const { session } = useSession();
	const query = { hashids: [hashid], ...toPeriod(), ...asked };
	const key = mayRead(session, 'statistics') ? JSON.stringify(query) : undefined;
	return useLoaded(async (signal) => {
		const { results } = await callApi<TopSearches>('/stats/searches/top', { query, signal });
		return Object.assign(createCounter(results), { all: results });
	}, key);
}

function toPeriod(): { readonly from: string; readonly to: string } {
	const toDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
	const now = Date.now();
	return { from: toDay(now - (countedDays - 1) * 86_400_000), to: toDay(now) };
}

export function createCounter(results: TopSearches['results']): CountSearches {
	const found = new Map<string, number[]>();
	for (const [index, { query }] of results.entries()) {
		for (const phrase of new Set(listPhrases(toWords(query)))) {
			const known = found.get(phrase);
			if (known === undefined) found.set(phrase, [index]);
			else known.push(index);
		}
	}
	return (phrases) => {
		const indexes = new Set(phrases.flatMap((phrase) => found.get(toWords(phrase).join(' ')) ?? []));
		const queries = [...indexes].sort((a, b) => a - b).flatMap((index) => results[index] ?? []);
		return { count: queries.reduce((sum, { count }) => sum + count, 0), queries };
	};
}

function toWords(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function listPhrases(words: readonly string[]): readonly string[] {
	return words.flatMap((_, first) =>
		Array.from({ length: Math.min(phraseWordsMax, words.length - first) }, (__, more) =>
			words.slice(first, first + more + 1).join(' '),
		),
	);
}
