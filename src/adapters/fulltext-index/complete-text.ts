/** Suggestions over the indices of a scope: the core finds completions, the store has the spelling of titles. */
import { toItemKeyBytes } from '../../domain/item/dfid.ts';
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { findKey } from '../../fulltext/index/segment/key-table.ts';
import type { Segment } from '../../fulltext/index/segment/segment.ts';
import { decodeString } from '../../fulltext/index/segment/sorted-strings.ts';
import { answerSteps } from '../../fulltext/query/answer-request.ts';
import { type IndexView, isLive } from '../../fulltext/query/index-view.ts';
import { type CompletionTable, createCompletionTable } from '../../fulltext/suggest/completion-table.ts';
import type { PopularQuery } from '../../fulltext/suggest/past-queries.ts';
import { spellPhrase } from '../../fulltext/suggest/spell-phrase.ts';
import { finishSuggestions, type Suggestion, suggestSteps } from '../../fulltext/suggest/suggest.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { SearchedIndex } from './answer-index-query.ts';

export interface CompletionScope {
	readonly hashid: string;
	readonly searched: readonly SearchedIndex[];
	readonly analyzer: Analyzer;
	readonly queries: readonly PopularQuery[];
}

export interface TextCompleter {
	/**
	 * At most `countMax` completions, most popular first, no two that fold to the same text. `run` runs the work on the
	 * index. Cost: as `suggestSteps`, and one read of items.
	 */
	complete(
		scope: CompletionScope,
		asked: { readonly text: string; readonly countMax: number },
		run: <T>(begin: (pace: Pace) => Steps<T>) => T | Promise<T>,
	): Promise<readonly string[]>;
}

/** A document that shows that a query finds something, or the indexes in which it found nothing. */
type Evidence = { readonly segment: Segment; readonly document: number } | { readonly missedIn: string };

export function createTextCompleter(items: Pick<ItemRepository, 'findMany'>): TextCompleter {
	/** By list, so that both are released when the list is replaced. */
	const tables = new WeakMap<readonly PopularQuery[], { readonly language: string; readonly table: CompletionTable }>();
	const evidence = new WeakMap<readonly PopularQuery[], Map<string, Evidence>>();

	function toTable({ queries, analyzer }: CompletionScope): CompletionTable | undefined {
		if (queries.length === 0) return undefined;
		const known = tables.get(queries);
		if (known?.language === analyzer.language) return known.table;
		const entries = queries.map((query) => ({ ...query, words: toTerms(analyzer, query.text) }));
		const table = createCompletionTable(entries.filter(({ words }) => words.length > 0));
		tables.set(queries, { language: analyzer.language, table });
		return table;
	}

	/** Whether an item contains all words of a query as whole words. It is most often the item that was found before. */
	function* isFound(
		{ searched, queries }: CompletionScope,
		{ view, pace }: { readonly view: IndexView; readonly pace: Pace },
		text: string,
	): Steps<boolean> {
		const ofList = evidence.get(queries) ?? new Map<string, Evidence>();
		evidence.set(queries, ofList);
		const known = ofList.get(text);
		const state = searched.map(({ index }) => `${index.generationId} ${index.position}`).join();
		if (known !== undefined && 'missedIn' in known && known.missedIn === state) return false;
		if (known !== undefined && 'segment' in known && hasDocument(view, known)) return true;
		const found = yield* findDocument(view, text, pace);
		ofList.set(text, found ?? { missedIn: state });
		return found !== undefined;
	}

	async function spell({ hashid, searched, analyzer }: CompletionScope, suggestions: readonly Suggestion[]) {
		const indexes = searched.flatMap(({ index, indexName }) =>
			index.segments.map(({ segment }) => ({ segment, indexName })),
		);
		const refs = suggestions.flatMap(({ phrase }) => {
			const ref = phrase && indexes[phrase.segmentIndex];
			if (phrase === undefined || ref === undefined) return [];
			return [{ phrase, ...ref, id: decodeString(ref.segment.ids, phrase.document) }];
		});
		const texts = new Map<unknown, string | undefined>();
		for (const [indexName, ofIndex] of Map.groupBy(refs, (ref) => ref.indexName)) {
			const target = { hashid, indexName, generation: 'live' } as const;
			const found = await items.findMany(
				target,
				ofIndex.map(({ id }) => id),
			);
			// Deleted since, or too much to read for a few words: the words of the index must suffice.
			if (typeof found === 'string') continue;
			for (const [ref, { phrase }] of ofIndex.entries()) {
				const title = readTitle(found[ref]?.text);
				if (title !== undefined) texts.set(phrase, spellPhrase(analyzer, title, phrase));
			}
		}
		return suggestions.flatMap(({ text, phrase }) => (texts.has(phrase) ? (texts.get(phrase) ?? []) : text));
	}

	return {
		async complete(scope, { text, countMax }, run) {
			const { analyzer, searched } = scope;
			const segments = searched.flatMap(({ index }) => index.segments);
			const view: IndexView = { segments, analyzer, isOutOfStockLast: false };
			const suggestions = await run((pace) => {
				const finding = { view, pace };
				const request = { text, countMax, queries: toTable(scope) };
				return suggestSteps(view, { ...request, isFound: (query) => isFound(scope, finding, query) }, pace);
			});
			return finishSuggestions(analyzer, await spell(scope, suggestions), countMax);
		},
	};
}

function toTerms({ locateWords }: Analyzer, text: string): string[] {
	return locateWords(text).words.map(({ term }) => term);
}

function hasDocument({ segments }: IndexView, { segment, document }: Extract<Evidence, { segment: Segment }>): boolean {
	const entry = segments.find((candidate) => candidate.segment === segment);
	return entry !== undefined && isLive(entry.live, document);
}

function* findDocument(
	view: IndexView,
	text: string,
	pace: Pace,
): Steps<Extract<Evidence, { segment: Segment }> | undefined> {
	// The blank means that the last word is complete: a half-typed word would also match longer words.
	const query: IndexQuery = { ...emptyQuery, text: `${text} `, queryName: 'match_and', size: 1 };
	const { hits } = yield* answerSteps({ view, pace }, query);
	const [hit] = hits;
	const segment = hit && view.segments[hit.segmentIndex]?.segment;
	if (hit === undefined || segment === undefined) return undefined;
	const document = findKey(segment.keys, segment.keySlots, toItemKeyBytes(hit.id));
	return document < 0 ? undefined : { segment, document };
}

function readTitle(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const { title, name } = JSON.parse(text) as { readonly title?: unknown; readonly name?: unknown };
	if (typeof title === 'string' && title !== '') return title;
	return typeof name === 'string' ? name : undefined;
}
