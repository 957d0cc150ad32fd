/** The queries of recommendations, answered by scanning all items. */

import type { EventItem } from '../../src/domain/event/shopper-event.ts';
import { toItemKey } from '../../src/domain/item/dfid.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import type { ItemCriteria, ItemFacts, RefusalReason } from '../../src/domain/query/item-selection.ts';
import type { ItemRepository } from '../../src/ports/item-repository.ts';
import type { SearchIndex, SearchScope } from '../../src/ports/search-index.ts';
import { listPlainForms, toPlainLink } from '../support/plain-link.ts';
import { passesFilters } from './scan-filters.ts';
import { type ScannedItem, toScannedItem, toWords } from './scanned-item.ts';

type ItemQueries = Pick<SearchIndex, 'findByLink' | 'select' | 'findSimilar' | 'listNewest'>;

interface KnownItem extends EventItem {
	readonly scanned: ScannedItem;
	readonly links: readonly string[];
	readonly createdSeq: number;
}

export function createScanItemQueries(items: ItemRepository): ItemQueries {
	return {
		async findByLink(scope, link) {
			const all = await readAll(items, scope);
			for (const form of listPlainForms(link)) {
				const linked = all.filter(({ links }) => links.includes(form)).sort((a, b) => a.createdSeq - b.createdSeq);
				for (const indexName of scope.indexNames) {
					const first = linked.find((item) => item.indexName === indexName);
					if (first !== undefined) return { indexName, itemKey: first.itemKey };
				}
			}
			return undefined;
		},

		async select(scope, { items: asked, ...criteria }) {
			const all = await readAll(items, scope);
			return asked.map((one) => {
				const item = all.find((known) => known.indexName === one.indexName && known.itemKey === one.itemKey);
				return item === undefined ? 'missing' : judge(item, criteria, all);
			});
		},

		async findSimilar(scope, { item, countMax, ...criteria }) {
			const indexNames = [...new Set([...scope.indexNames, item.indexName])];
			const all = await readAll(items, { ...scope, indexNames });
			const source = all.find(({ indexName, itemKey }) => indexName === item.indexName && itemKey === item.itemKey);
			if (source === undefined) return [];
			const scored = all
				.filter((other) => other !== source && scope.indexNames.includes(other.indexName))
				.filter(({ scanned }) => scanned.groupId === undefined || scanned.groupId !== source.scanned.groupId)
				.map((other) => ({ facts: judge(other, criteria, all), score: countShared(source.scanned, other.scanned) }))
				.filter(({ facts, score }) => typeof facts !== 'string' && score > 0);
			return scored.sort((a, b) => b.score - a.score).slice(0, countMax) as { facts: ItemFacts; score: number }[];
		},

		async listNewest(scope, { fieldName, countMax, ...criteria }) {
			const toAge = ({ scanned, createdSeq }: KnownItem) =>
				fieldName === null ? createdSeq : Math.max(...(scanned.numbers.get(fieldName) ?? []));
			const all = await readAll(items, scope);
			const aged = all.map((item) => ({ facts: judge(item, criteria, all), age: toAge(item) }));
			const allowed = aged.filter(({ facts, age }) => typeof facts !== 'string' && age > Number.NEGATIVE_INFINITY);
			return allowed
				.sort((a, b) => b.age - a.age)
				.slice(0, countMax)
				.map(({ facts }) => facts as ItemFacts);
		},
	};
}

async function readAll(items: ItemRepository, { hashid, indexNames }: SearchScope): Promise<KnownItem[]> {
	const found: KnownItem[] = [];
	for (const indexName of indexNames) {
		for (let after = startPosition; ; ) {
			const log = await items.readLog({ hashid, indexName, generation: 'live' }, after, { changeCountMax: 1000 });
			if (log === 'missing' || log.changes.length === 0) break;
			for (const { id, text, createdSeq } of log.changes) {
				if (text === null) continue;
				const fields = JSON.parse(text);
				found.push({
					indexName,
					itemKey: toItemKey(id),
					scanned: toScannedItem(indexName, id, text),
					links: [fields.link ?? []].flat().map(toPlainLink),
					createdSeq,
				});
			}
			after = log.position;
		}
	}
	return found;
}

function judge(item: KnownItem, criteria: ItemCriteria, all: readonly KnownItem[]): ItemFacts | RefusalReason {
	const { scanned, indexName, itemKey } = item;
	if (criteria.isInStockOnly && scanned.isOutOfStock) return 'out_of_stock';
	const searched = all.map((one) => one.scanned);
	const passes = (filter: ItemCriteria['filters'][number]) =>
		passesFilters(scanned, { filters: [filter], excludes: [], filterExecution: 'and' }, searched);
	if (criteria.excludes.some(passes)) return 'excluded';
	if (!criteria.filters.every(passes)) return 'filtered';
	return {
		indexName,
		itemKey,
		id: scanned.id,
		groupId: scanned.groupId,
		fields: criteria.fieldNames.map((name) => ({
			texts: scanned.texts.get(name) ?? [],
			numbers: scanned.numbers.get(name) ?? [],
		})),
		conditions: criteria.conditions.map(passes),
	};
}

/** Shared words of the titles, and shared values of the fields that say what an item is. */
function countShared(a: ScannedItem, b: ScannedItem): number {
	const toTraits = ({ texts }: ScannedItem) => [
		...(texts.get('title') ?? []).flatMap(toWords),
		...['brand', 'category', 'categories', 'color'].flatMap((name) =>
			(texts.get(name) ?? []).map((value) => `${name} ${value}`),
		),
	];
	const traits = new Set(toTraits(a));
	return [...new Set(toTraits(b))].filter((trait) => traits.has(trait)).length;
}
