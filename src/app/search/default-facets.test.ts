import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldUse } from '../../domain/query/index-description.ts';
import { noOverrides } from '../../domain/schema/schema-override.ts';
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { createDefaultFields } from './default-facets.ts';

type Engine = Pick<SearchEngineWithIndices, 'hashid' | 'indices'>;

function toEngine(schemaOverrides: Engine['indices'][number]['schemaOverrides'] = noOverrides): Engine {
	const index = { name: 'product', preset: 'product', options: {}, datasources: [], schemaOverrides };
	return { hashid: 'e', indices: [index as unknown as Engine['indices'][number]] };
}

/** An index whose fields have so many values. */
function createIndex(counts: Readonly<Record<string, number>>) {
	const asked: string[][] = [];
	const index = {
		openFields: async () => ({
			itemCount: Object.keys(counts).length,
			find: (name: string): readonly FieldUse[] | undefined => (name in counts ? ['keyword'] : undefined),
			listNames: () => Object.keys(counts),
		}),
		async search(_scope: unknown, { facets }: { readonly facets: readonly { readonly fieldName: string }[] }) {
			asked.push(facets.map(({ fieldName }) => fieldName));
			const answers = facets.map(({ fieldName }) => ({
				...{ kind: 'terms', fieldName, selected: [], otherCount: 1, valueCount: 2 },
				buckets: [{ value: 'a', count: (counts[fieldName] ?? 0) - 1 }],
			}));
			return { facets: answers };
		},
	};
	return { asked, index: index as unknown as Pick<SearchIndex, 'openFields' | 'search'> };
}

const names = (facets: readonly { readonly fieldName: string }[]) => facets.map(({ fieldName }) => fieldName);

test('default facets are the fields that are inferred to be a brand, a category, a colour and a size', async () => {
	const { index, asked } = createIndex({ title: 9, marca: 9, product_type: 9, kleur: 9, talla: 9, notes: 9 });
	const { facets, autoFilterFields } = await createDefaultFields(index, { monotonicMs: () => 0 })(toEngine());
	assert.deepEqual(names(facets), ['marca', 'product_type', 'best_price', 'kleur', 'talla']);
	assert.deepEqual(autoFilterFields, ['marca', 'product_type', 'kleur']);
	assert.deepEqual(asked, [], 'there is nothing to choose');
});

test('of several fields of a kind the one that most items have counts, but one that the owner assigned before all', async () => {
	const { index, asked } = createIndex({
		brand: 3,
		manufacturer: 9,
		df_brand: 20,
		categories: 5,
		product_type: 5,
		maker_id: 1,
	});
	const find = createDefaultFields(index, { monotonicMs: () => 0 });
	assert.deepEqual(names((await find(toEngine())).facets).slice(0, 2), ['manufacturer', 'categories']);
	assert.deepEqual(asked, [['brand', 'manufacturer', 'categories', 'product_type']]);
	await find(toEngine());
	assert.equal(asked.length, 1, 'it is known');
	const owned = await find(toEngine({ maker_id: { role: 'brand' } }));
	assert.deepEqual(names(owned.facets).slice(0, 2), ['maker_id', 'categories']);
});

test('as long as there are no items, the usual fields are asked for', async () => {
	const { index } = createIndex({});
	const { facets } = await createDefaultFields(index, { monotonicMs: () => 0 })(toEngine());
	assert.deepEqual(names(facets), ['brand', 'categories', 'best_price', 'color', 'colour', 'size']);
});
