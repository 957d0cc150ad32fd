/** What a scan can explain: hits with their ranks, and that other items are none. It knows no words and no factors. */
import { toItemKey } from '../../src/domain/item/dfid.ts';
import type { ExplainedDocument, ExplainedHit, IndexExplanation } from '../../src/domain/query/explanation.ts';
import type { Hit, IndexAnswer, IndexQuery } from '../../src/domain/query/index-query.ts';
import type { SearchIndex } from '../../src/ports/search-index.ts';
import type { ScannedItem } from './scanned-item.ts';

type AskedItems = Parameters<SearchIndex['explain']>[2];

/** @param all the answer with every hit */
export function explainScan(
	all: IndexAnswer,
	{ from, size, text, sort }: IndexQuery,
	{ stored, asked }: { readonly stored: readonly ScannedItem[]; readonly asked: AskedItems },
): IndexExplanation {
	const hits = all.hits.map((hit, at) => toHit(hit, at + 1));
	const page = hits.slice(from, from + size);
	const { facets: _, ...answer } = all;
	return {
		...answer,
		text: { language: 'und', source: text, words: [], corrected: 'none', needsAll: true, shareMin: 0 },
		...{ readings: [], times: [] },
		isScored: sort.length === 0,
		hits: page,
		references: hits.slice(0, 1).filter((hit) => !page.includes(hit)),
		items: asked.map(({ indexName, itemKey }) => {
			const isAsked = (one: { readonly indexName: string; readonly id: string }) =>
				one.indexName === indexName && toItemKey(one.id) === itemKey;
			const [item, hit] = [stored.find(isAsked), hits.find(isAsked)];
			const document = item && toDocument(item);
			if (hit !== undefined) return { indexName, itemKey, document, hit, absences: [] };
			const kind = item === undefined ? 'not_indexed' : 'words';
			return { indexName, itemKey, document, hit, absences: [{ kind }] };
		}),
	};
}

function toDocument({ indexName, id }: { readonly indexName: string; readonly id: string }): ExplainedDocument {
	return { indexName, itemKey: toItemKey(id), id, title: undefined, words: [], missing: [], share: 1 };
}

function toHit(hit: Hit, rank: number): ExplainedHit {
	const { score } = hit;
	return {
		...toDocument(hit),
		...{ rank, score, tiers: [], factors: [{ name: 'words', value: score, parts: [] }] },
		...{ isTitleCompared: true, learned: undefined, sortValues: [], popularityValues: [] },
	};
}
