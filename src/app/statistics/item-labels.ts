/** Titles, links and other texts of items for reports, as they are now. */

import type { EventItem } from '../../domain/event/shopper-event.ts';
import { formatDfid } from '../../domain/item/dfid.ts';
import { toIndexSchema } from '../../domain/schema/index-schema.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { ReportFacts } from './report-facts.ts';

export interface ItemLabel {
	/** Empty for an item that was deleted. */
	readonly title: string;
	readonly link: string;
	readonly brands: readonly string[];
	readonly categories: readonly string[];
}

/** By dfid. Items that are no longer there are left out. */
export type ItemLabels = (
	facts: Pick<ReportFacts, 'engines' | 'runShort'>,
	items: readonly LabelledItem[],
) => Promise<ReadonlyMap<string, ItemLabel>>;

export interface LabelledItem extends EventItem {
	readonly hashid: string;
}

export const noLabel: ItemLabel = { title: '', link: '', brands: [], categories: [] };

/** Items that are read at once. */
const itemsPerCall = 100;

export function createItemLabels({ findByKeys }: Pick<ItemRepository, 'findByKeys'>): ItemLabels {
	return async ({ engines, runShort }, items) => {
		const labels = new Map<string, ItemLabel>();
		for (const { hashid, indices } of engines) {
			for (const { name: indexName, schemaOverrides } of indices) {
				const own = items.filter((item) => hashid === item.hashid && indexName === item.indexName);
				const keys = [...new Set(own.map(({ itemKey }) => itemKey))];
				const read = createFieldReader(toIndexSchema(schemaOverrides));
				for (let from = 0; from < keys.length; from += itemsPerCall) {
					const texts = await readTexts(hashid, indexName, keys.slice(from, from + itemsPerCall));
					await runShort(() => {
						for (const [itemKey, text] of texts) labels.set(formatDfid({ hashid, indexName, itemKey }), read(text));
					});
				}
			}
		}
		return labels;
	};

	/** Items that are too large to be read together are read by halves; one is never too large. */
	async function readTexts(
		hashid: string,
		indexName: string,
		keys: readonly string[],
	): Promise<(readonly [itemKey: string, text: string])[]> {
		const found = await findByKeys({ hashid, indexName, generation: 'live' }, keys);
		if (found === 'missing') return [];
		if (found !== 'too_large') {
			return keys.flatMap((key, at) => (found[at] === undefined ? [] : [[key, found[at].text] as const]));
		}
		const middle = Math.ceil(keys.length / 2);
		const first = await readTexts(hashid, indexName, keys.slice(0, middle));
		return [...first, ...(await readTexts(hashid, indexName, keys.slice(middle)))];
	}
}

function createFieldReader({ listNamed }: ReturnType<typeof toIndexSchema>): (text: string) => ItemLabel {
	const fields = {
		title: listNamed('title'),
		link: listNamed('link'),
		brand: listNamed('brand'),
		category: listNamed('category'),
	};
	return (text) => {
		const item: Readonly<Record<string, unknown>> = JSON.parse(text);
		const first = (names: readonly string[]) =>
			names.map((name) => listTexts(item[name])).find((texts) => texts.length > 0);
		return {
			title: first(fields.title)?.[0] ?? '',
			link: first(fields.link)?.[0] ?? '',
			brands: first(fields.brand) ?? [],
			categories: first(fields.category) ?? [],
		};
	};
}

function listTexts(value: unknown): string[] {
	return [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
}
