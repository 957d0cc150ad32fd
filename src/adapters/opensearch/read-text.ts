/**
 * How is the text of a query read? The core decides that: which words are misspelt, what is a price, and how many of the words
 * an item must have. It is asked about the best candidates that OpenSearch finds with the words as typed and corrected, and it
 * knows from OpenSearch how frequent the words are.
 *
 *     counts of the words ─► candidates: all words, some words, and both within the filters ─► core ─► how the text is read
 *                              ▲                                                                 │
 *                              └── once more, within what was understood: headphones, price < 50 ┘
 */
import type { IndexQuery } from '../../domain/query/index-query.ts';
import { createAnswerNote } from '../../fulltext/highlight/found-terms.ts';
import { answerSteps } from '../../fulltext/query/answer-request.ts';
import type { GatherOptions } from '../../fulltext/query/gathering.ts';
import type { SearchAnswer } from '../../fulltext/query/search-answer.ts';
import { toRarities } from '../../fulltext/query/searched-words.ts';
import type { PreparedRequest, SearchTrace } from '../../fulltext/query/searching.ts';
import { commonWordMin } from '../../fulltext/query/similar-words.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import { type SearchedIndex, toSearchedView } from '../fulltext-index/answer-index-query.ts';
import { type FoundItem, mergeItems, searchAll, toSearched, wholeSource } from './candidates.ts';
import { type Clause, joinClauses, toFilterClause } from './filter-clauses.ts';
import { toIdentifierClauses, toRequired } from './final-query.ts';
import type { AskedSearch } from './search-parts.ts';
import { toWordClauses } from './word-clauses.ts';

export interface TextReading {
	readonly prepared: PreparedRequest;
	readonly gathered: GatherOptions;
	readonly answer: SearchAnswer;
	readonly items: readonly FoundItem[];
	readonly searched: readonly SearchedIndex[];
}

/** Candidates with all the words, and with some of them. */
const strictMax = 100;
const someMax = 60;

/** A trace that notes the first reading, and the one that answered. */
function createReadingNote() {
	const note = createAnswerNote();
	let first: PreparedRequest | undefined;
	const trace: SearchTrace = {
		...{ begin: note.begin, try: note.try, fill: note.fill, answer: note.answer },
		read(prepared) {
			// A reading that only asks whether something is found has no trace.
			first ??= prepared;
			note.read(prepared);
		},
	};
	return { trace, readFirst: () => first, readAnswered: () => note.answered };
}

export async function readText(asked: AskedSearch): Promise<TextReading> {
	const { query } = asked;
	const items = await findCandidates(asked, query.text, toFilters(asked, query, undefined));
	const first = await ask(asked, items);
	const strictest = first.strictest;
	const isNarrowed = strictest.request.understood !== undefined || strictest.more.autoFilters.length > 0;
	if (!isNarrowed) return first;
	// Within what was understood there may be items that are not among the best for the words.
	const narrowed = { ...query, filters: strictest.request.filters };
	const more = await findCandidates(asked, strictest.request.text, toFilters(asked, narrowed, strictest));
	return ask(asked, mergeItems([...items, ...more]));
}

function toFilters(
	{ context }: AskedSearch,
	query: IndexQuery,
	prepared: PreparedRequest | undefined,
): readonly Clause[] {
	const filters = query.filters.map((filter) => toFilterClause(filter, context));
	return [
		...(filters.length === 0 ? [] : [joinClauses(filters, query.filterExecution)]),
		...toRequired(prepared, query, context),
	];
}

async function findCandidates(
	asked: AskedSearch,
	text: string,
	filters: readonly Clause[],
): Promise<readonly FoundItem[]> {
	const { connection, opened, known, analyzer, query } = asked;
	const analyzed = analyzer.analyzeQuery(text);
	const counts = analyzed.words.map(({ forms }) =>
		forms.reduce((most, { choices }) => {
			const ofForm = choices.length === 1 ? (choices[0] ?? []) : [];
			return Math.max(most, ...ofForm.map((term) => known.countTerm(term) ?? 0));
		}, 0),
	);
	const isAlwaysCorrected = query.queryName === 'fuzzy';
	const isRare = (word: number) => (counts[word] ?? 0) < commonWordMin;
	const options = {
		rarities: toRarities(analyzed.words, {
			matchCounts: counts,
			documentCount: known.documentCount,
			purpose: analyzer.naming.findPurpose(analyzed.words.map(({ text }) => text)),
		}),
		corrections: [],
		isTakenApart: (word: number) => counts[word] === 0,
		hasCompounds: analyzer.compoundLinks !== undefined,
	};
	const typed = toWordClauses(analyzed, { ...options, isCorrected: () => false });
	const meant = toWordClauses(analyzed, { ...options, isCorrected: (word) => isAlwaysCorrected || isRare(word) });
	const guessed = toWordClauses(analyzed, { ...options, isCorrected: () => true });
	const isNeeded = (_: Clause, index: number) => analyzed.words[index]?.isOptional === false;
	const identified = toIdentifierClauses(text);
	const all: Clause = { bool: { should: [{ bool: { must: typed.filter(isNeeded), should: typed } }, ...identified] } };
	const allMeant: Clause = { bool: { must: meant.filter(isNeeded) } };
	const some: Clause = { bool: { should: [...meant, ...identified], minimum_should_match: 1 } };
	const bodies = [toBody(all, [], strictMax), toBody(allMeant, [], someMax), toBody(some, [], someMax)];
	if (filters.length > 0) bodies.push(toBody(all, filters, strictMax), toBody(some, filters, someMax));
	if (analyzed.words.length === 0 && identified.length === 0) return [];
	const found = await searchAll(connection, opened, bodies);
	if (found.length >= commonWordMin || isAlwaysCorrected) return found;
	const guesses: Clause = { bool: { should: guessed, minimum_should_match: 1 } };
	return mergeItems([
		...found,
		...(await searchAll(connection, opened, [toBody(guesses, [], someMax), toBody(guesses, filters, someMax)])),
	]);
}

function toBody(matches: Clause, filters: readonly Clause[], size: number) {
	return {
		query: filters.length === 0 ? matches : { bool: { must: [matches], filter: filters } },
		sort: [{ _score: 'desc' }, { serial: 'asc' }],
		...{ size, _source: wholeSource, track_total_hits: false },
	};
}

async function ask(
	asked: AskedSearch,
	items: readonly FoundItem[],
): Promise<TextReading & { readonly strictest: PreparedRequest }> {
	const searched = toSearched(asked.opened, items);
	const note = createReadingNote();
	const { trace } = note;
	const answer = await asked.run(searched, (pace) => answerSearched(asked, searched, { trace, pace }));
	const answered = note.readAnswered();
	const strictest = note.readFirst();
	if (answered === undefined || strictest === undefined) throw new Error('the core did not say how it read the text');
	return { ...answered, answer, items, searched, strictest };
}

function* answerSearched(
	asked: AskedSearch,
	searched: readonly SearchedIndex[],
	{ trace, pace }: { readonly trace: SearchTrace; readonly pace: Pace },
): Steps<SearchAnswer> {
	const query = { ...asked.query, facets: [], from: 0, size: 1 };
	const view = yield* toSearchedView(searched, { ...asked.toAsked(searched), query, learned: undefined }, pace);
	return yield* answerSteps({ view, pace, trace }, query);
}
