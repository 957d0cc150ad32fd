/** Explains a query over the indices of a scope: the core says why, the store has the items, learning has its reasons. */
import type { EventItem } from '../../domain/event/shopper-event.ts';
import type { ItemTarget } from '../../domain/item/item.ts';
import type {
	Absence,
	ExplainedDocument,
	ExplainedHit,
	ExplainedItem,
	IndexExplanation,
	LearnedReason,
	ShownHit,
} from '../../domain/query/explanation.ts';
import { type IndexSchema, inferredSchema } from '../../domain/schema/index-schema.ts';
import type { Analyzer } from '../../fulltext/analysis/analyzer.ts';
import { explainSteps } from '../../fulltext/explain/explain-request.ts';
import { createFieldFinder } from '../../fulltext/explain/find-fields.ts';
import { readMonotonicMs } from '../../lib/monotonic-time.ts';
import type { Pace, Steps } from '../../lib/steps.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import {
	type AskedQuery,
	answerIndexQuery,
	isInterleaved,
	type SearchedIndex,
	toSearchedView,
} from './answer-index-query.ts';

/** Cost: as `explainSteps`. */
export function* explainIndexQuery(
	searched: readonly SearchedIndex[],
	{ items, ...asked }: AskedQuery & { readonly items: readonly EventItem[] },
	pace: Pace,
): Steps<IndexExplanation> {
	const view = yield* toSearchedView(searched, asked, pace);
	const wholeSegments = searched.flatMap(({ index }) => index.segments);
	const request = { query: asked.query, items, nowMs: readMonotonicMs };
	const explanation = yield* explainSteps({ ...view, wholeSegments }, request, pace);
	return { ...explanation, shown: yield* listShown(searched, asked, pace) };
}

function* listShown(
	searched: readonly SearchedIndex[],
	asked: AskedQuery,
	pace: Pace,
): Steps<readonly ShownHit[] | undefined> {
	if (!isInterleaved(asked)) return undefined;
	const { hits } = yield* answerIndexQuery(searched, { ...asked, query: { ...asked.query, facets: [] } }, pace);
	return hits.map(({ indexName, id, team }) => ({ indexName, id, team }));
}

/** The items of an explanation as the store has them, by `toItemName`. */
export type StoredItems = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function toItemName({ indexName, itemKey }: EventItem): string {
	return `${indexName} ${itemKey}`;
}

/** One read for each index. Items that are gone, or too large to be read together, are missing. */
export async function readExplained(
	items: Pick<ItemRepository, 'findMany'>,
	hashid: string,
	explanation: IndexExplanation,
): Promise<StoredItems> {
	const read = new Map<string, Readonly<Record<string, unknown>>>();
	for (const [indexName, documents] of Map.groupBy(listDocuments(explanation), (one) => one.indexName)) {
		const target: ItemTarget = { hashid, indexName, generation: 'live' };
		const found = await items.findMany(
			target,
			documents.map(({ id }) => id),
		);
		if (typeof found === 'string') continue;
		for (const [at, document] of documents.entries()) {
			const text = found[at]?.text;
			if (text !== undefined) read.set(toItemName(document), JSON.parse(text));
		}
	}
	return read;
}

function listDocuments({ hits, references, items }: IndexExplanation): readonly ExplainedDocument[] {
	const listed = [...hits, ...references, ...items.flatMap(({ document }) => document ?? [])];
	return [...new Map(listed.map((document) => [toItemName(document), document])).values()];
}

interface Completion {
	readonly analyzer: Analyzer;
	readonly searched: readonly SearchedIndex[];
	readonly stored: StoredItems;
	readonly toReason: (item: EventItem) => LearnedReason | undefined;
}

/** Adds titles, the fields of words and the reasons of learning. Cost: O(length of the items). */
export function* completeExplanation(
	explanation: IndexExplanation,
	{ analyzer, searched, stored, toReason }: Completion,
	pace: Pace,
): Steps<IndexExplanation> {
	const findFields = createFieldFinder(analyzer);
	const completed = new Map<string, Pick<ExplainedDocument, 'title' | 'words'>>();
	for (const document of listDocuments(explanation)) {
		const item = stored.get(toItemName(document)) ?? {};
		const fields = findFields(item, findSchema(searched, document.indexName));
		const words = document.words.map((word) => ({
			...word,
			fieldNames: [...new Set(word.terms.flatMap((choice) => choice.flatMap((term) => fields.get(term) ?? [])))],
		}));
		completed.set(toItemName(document), { words, title: readTitle(item) });
		if (pace.isDue()) yield;
	}
	const complete = <Document extends ExplainedDocument>(document: Document): Document => ({
		...document,
		...completed.get(toItemName(document)),
	});
	const completeHit = (hit: ExplainedHit): ExplainedHit => ({ ...complete(hit), learned: toReason(hit) });
	const { hits, references, items } = explanation;
	return {
		...explanation,
		hits: hits.map(completeHit),
		references: references.map(completeHit),
		items: items.map(
			({ document, hit, absences, ...item }): ExplainedItem => ({
				...item,
				document: document && complete(document),
				hit: hit && completeHit(hit),
				absences: absences.map((absence) => withTitle(absence, document && complete(document).title)),
			}),
		),
	};
}

/** Titles are searched by their words, so the index has no value of them to show. */
function withTitle(absence: Absence, title: string | undefined): Absence {
	if (!('found' in absence) || title === undefined) return absence;
	const fieldName = 'part' in absence ? absence.part.fieldName : absence.filter.fieldName;
	const isKnown = absence.found.texts.length + absence.found.numbers.length > 0;
	return fieldName !== 'title' || isKnown ? absence : { ...absence, found: { texts: [title], numbers: [] } };
}

function findSchema(searched: readonly SearchedIndex[], indexName: string): IndexSchema {
	const index = searched.find((one) => one.indexName === indexName)?.index;
	return index?.segments[0]?.segment.schema ?? inferredSchema;
}

/** As search answers have it. */
function readTitle({ title, name }: Readonly<Record<string, unknown>>): string | undefined {
	const shown = title ?? name;
	return typeof shown === 'string' ? shown : undefined;
}
