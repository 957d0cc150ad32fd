/** Items in answers: their stored text goes out as it is, inside envelopes made here. */
import { Type } from 'typebox';
import type { ItemWriteResult, StoredItem } from '../../domain/item/item.ts';
import { itemsPerBatchMax } from '../../domain/item/item.ts';
import type { ItemBatch } from '../../domain/item/parse-items.ts';
import type { ItemPage } from '../../ports/item-repository.ts';

export const jsonType = 'application/json; charset=utf-8';

export const item = Type.Object(
	{ id: Type.String({ description: '1 to 512 bytes' }) },
	{ additionalProperties: true, description: 'The fields of the item as they were sent' },
);

export const itemIds = Type.Array(Type.Object({ id: Type.Union([Type.String(), Type.Number()]) }), {
	minItems: 1,
	maxItems: itemsPerBatchMax,
});

export const itemList = Type.Array(Type.Object({}, { additionalProperties: true }), {
	minItems: 1,
	maxItems: itemsPerBatchMax,
});

export const bulkResult = Type.Object({
	results: Type.Array(
		Type.Object({
			id: Type.String({ description: 'Empty for an entry that had no usable id' }),
			result: Type.Enum(['created', 'updated', 'deleted', 'not_found', 'error']),
			error: Type.Optional(Type.String({ description: 'Why nothing was done for this entry' })),
		}),
		{ description: 'One entry for each of the request, in its order' },
	),
	errors: Type.Boolean({ description: 'Whether any entry has an error' }),
});

export const itemPage = Type.Object({
	total: Type.Integer({ minimum: 0, description: 'Items the scroll goes through from first to last' }),
	scroll_id: Type.String(),
	items: Type.Array(item, { description: 'Empty when the scroll is through' }),
});

export const foundItems = Type.Array(
	Type.Object({ id: Type.String(), found: Type.Boolean(), item: Type.Optional(item) }),
);

/** The entries that can be written, in order. */
export function toWrites(batch: ItemBatch) {
	return batch.filter((entry) => entry.kind !== 'rejected');
}

/** Puts the results of the writes back among the entries that were rejected before them. */
export function toBulkResult(batch: ItemBatch, written: readonly ItemWriteResult[]) {
	let next = 0;
	const results = batch.map((entry) => {
		if (entry.kind === 'rejected') return { id: entry.id ?? '', result: 'error' as const, error: entry.error };
		const { id, result, error } = written[next++] as ItemWriteResult;
		return error === undefined ? { id, result } : { id, result, error };
	});
	return { results, errors: results.some((result) => 'error' in result) };
}

/** @returns the answer in pieces, one for each item and two around them. */
export function toPageTexts({ totalCount, scrollId, items }: ItemPage): string[] {
	const head = `{"total":${totalCount},"scroll_id":"${scrollId}","items":[`;
	return [head, ...items.map(({ text }, index) => (index === 0 ? text : `,${text}`)), ']}'];
}

/** @returns the answer in pieces, one for each id and two around them. */
export function toFoundTexts(ids: readonly string[], items: readonly (StoredItem | undefined)[]): string[] {
	const entries = ids.map((id, index) => {
		const found = items[index];
		const head = `${index === 0 ? '' : ','}{"id":${JSON.stringify(id)},"found":${found !== undefined}`;
		return found === undefined ? `${head}}` : `${head},"item":${found.text}}`;
	});
	return ['[', ...entries, ']'];
}
