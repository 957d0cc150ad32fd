/** Items in answers: their stored text is sent unchanged, inside envelopes made here. */
import { Type } from 'typebox';
import type { ItemWriteResult, StoredItem } from '../../domain/item/item.ts';
import { itemsPerBatchMax } from '../../domain/item/item.ts';
import type { ItemBatch } from '../../domain/item/parse-items.ts';
import type { ItemPage } from '../../ports/item-repository.ts';
import { nullable } from '../shared/nullable.ts';
import { component } from '../shared/schema-component.ts';

export const jsonType = 'application/json; charset=utf-8';

export const item = component(
	'Item',
	Type.Object(
		{ id: Type.String({ description: '1 to 512 bytes', examples: ['sku-1001'] }) },
		{
			additionalProperties: true,
			description: 'The fields of the item as they were sent',
			examples: [
				{
					id: 'sku-1001',
					title: 'Trail running shoe',
					link: 'https://shop.example/p/trail-running-shoe',
					price: 79.9,
					best_price: 79.9,
					categories: ['Shoes > Running'],
				},
			],
		},
	),
);

const price = Type.Union([Type.Number({ minimum: 0 }), Type.String(), Type.Null()], {
	description: 'A number, or a text that says one, as the shop writes prices: `19,90 €`',
	examples: [79.9],
});
const nullableText = (example: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], examples: [example] });

/** Only for the document: the item parser checks the bodies, and a shop's own fields may hold any JSON. */
const knownFields = {
	title: Type.Optional(nullableText('Trail running shoe')),
	link: Type.Optional(nullableText('https://shop.example/p/trail-running-shoe')),
	image_link: Type.Optional(nullableText('https://shop.example/i/trail-running-shoe.jpg')),
	description: Type.Optional(Type.Unknown()),
	price: Type.Optional(price),
	sale_price: Type.Optional(price),
	categories: Type.Optional(
		Type.Union([Type.Array(Type.String()), Type.String(), Type.Null()], {
			description: 'Levels of a category from the top, with ` > ` between them',
			examples: [['Shoes > Running']],
		}),
	),
	group_id: Type.Optional(
		Type.Union([Type.String(), Type.Number(), Type.Null()], { description: 'The same for all variants of a product' }),
	),
	group_leader: Type.Optional(nullable(Type.Boolean())),
	df_manual_boost: Type.Optional(
		Type.Union([Type.Number({ minimum: 0 }), Type.String(), Type.Null()], {
			description: 'Factor on the score of the item, also as text; 1 is neutral',
		}),
	),
};
const itemId = Type.Union([Type.String(), Type.Number()], { description: '1 to 512 bytes', examples: ['sku-1001'] });

/** An item to create. If it has no id, the server makes one. */
export const newItem = component(
	'NewItem',
	Type.Object({ id: Type.Optional(itemId), ...knownFields }, { additionalProperties: true }),
);
/** Fields of one item to change; its id is in the path. */
export const itemChange = component('ItemChange', Type.Object(knownFields, { additionalProperties: true }));
const itemPatch = component('ItemPatch', Type.Object({ id: itemId, ...knownFields }, { additionalProperties: true }));

const listBounds = { minItems: 1, maxItems: itemsPerBatchMax };

export const itemIds = Type.Array(component('ItemReference', Type.Object({ id: itemId })), listBounds);
export const newItems = Type.Array(newItem, listBounds);
export const itemPatches = Type.Array(itemPatch, listBounds);

export const bulkResult = component(
	'BulkResult',
	Type.Object({
		results: Type.Array(
			component(
				'BulkOutcome',
				Type.Object({
					id: Type.String({ description: 'Empty for an entry that had no usable id', examples: ['sku-1001'] }),
					result: Type.Enum(['created', 'updated', 'deleted', 'not_found', 'error']),
					error: Type.Optional(Type.String({ description: 'Why nothing was done for this entry' })),
				}),
			),
			{ description: 'One entry for each of the request, in its order' },
		),
		errors: Type.Boolean({ description: 'Whether any entry has an error' }),
	}),
);

export const itemPage = component(
	'ItemPage',
	Type.Object({
		total: Type.Integer({ minimum: 0, description: 'Items the scroll goes through from first to last' }),
		scroll_id: Type.String({ examples: ['5d41402abc4b2a76b9719d911017c592'] }),
		items: Type.Array(item, { description: 'Empty when the scroll is through' }),
	}),
);

export const foundItems = Type.Array(
	component(
		'FoundItem',
		Type.Object({
			id: Type.String({ examples: ['sku-1001'] }),
			found: Type.Boolean({ examples: [true] }),
			item: Type.Optional(item),
		}),
	),
);

/** The entries that can be written, in order. */
export function toWrites(batch: ItemBatch) {
	return batch.filter((entry) => entry.kind !== 'rejected');
}

/** Merges the results of the writes with the entries that were rejected before. */
export function toBulkResult(batch: ItemBatch, written: readonly ItemWriteResult[]) {
	let next = 0;
	const results = batch.map((entry) => {
		if (entry.kind === 'rejected') return { id: entry.id ?? '', result: 'error' as const, error: entry.error };
		const { id, result, error } = written[next++] as ItemWriteResult;
		return error === undefined ? { id, result } : { id, result, error };
	});
	return { results, errors: results.some((result) => 'error' in result) };
}

/** @returns the answer in parts, one for each item and one at each end. */
export function toPageTexts({ totalCount, scrollId, items }: ItemPage): string[] {
	const head = `{"total":${totalCount},"scroll_id":"${scrollId}","items":[`;
	return [head, ...items.map(({ text }, index) => (index === 0 ? text : `,${text}`)), ']}'];
}

/** @returns the answer in parts, one for each id and one at each end. */
export function toFoundTexts(ids: readonly string[], items: readonly (StoredItem | undefined)[]): string[] {
	const entries = ids.map((id, index) => {
		const found = items[index];
		const head = `${index === 0 ? '' : ','}{"id":${JSON.stringify(id)},"found":${found !== undefined}`;
		return found === undefined ? `${head}}` : `${head},"item":${found.text}}`;
	});
	return ['[', ...entries, ']'];
}
