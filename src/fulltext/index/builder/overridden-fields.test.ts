import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../../test/support/small-index.ts';
import type { FacetRequest } from '../../../domain/query/index-query.ts';
import { createIndexSchema } from '../../../domain/schema/index-schema.ts';
import type { SchemaOverrides } from '../../../domain/schema/schema-override.ts';
import { describeIndex } from '../../describe-index.ts';
import { mergeSegments } from '../merge/merge-segments.ts';
import { openSegment } from '../segment/segment.ts';

const items = {
	a: { title: 'Red shoe', maker_name: 'Acme', care: 'wash cold', nombre: 'Bota azul', disponible: 'no', pvp: '9,5' },
	b: { title: 'Blue shoe', maker_name: 'Zeta', care: 'dry clean', nombre: 'Azul oscuro', disponible: 3, pvp: '12' },
	c: { title: 'Sandal acme', maker_name: 'Zeta', info: { hidden: true, depth: 4 } },
};

function openWith(overrides: SchemaOverrides) {
	return createSmallIndex(items, { schema: createIndexSchema(overrides) });
}

function toTerms(fieldName: string): FacetRequest {
	return { kind: 'terms', fieldName, size: 10 };
}

function countValues(overrides: SchemaOverrides, fieldName: string): number {
	const [facet] = openWith(overrides).search({ facets: [toTerms(fieldName)] }).facets;
	assert(facet?.kind === 'terms');
	return facet.valueCount;
}

describe('a field with an override', () => {
	it('is filtered by its words if it is the title, whether it has a column or not', () => {
		const filters = [{ kind: 'terms' as const, fieldName: 'title', values: ['RED - shoe!'] }];
		assert.deepEqual(openWith({}).idsOf({ filters }), ['a']);
		assert.deepEqual(openWith({ title: { isFilterable: true } }).idsOf({ filters }), ['a']);
	});

	it('is found if it is searchable and is not found if it is not', () => {
		assert.deepEqual(openWith({}).idsOf({ text: 'cold ' }), ['a']);
		assert.deepEqual(openWith({ care: { isSearchable: false } }).idsOf({ text: 'cold ' }), []);
		assert.deepEqual(
			openWith({ care: { isSearchable: false } })
				.idsOf({ text: 'shoe ' })
				.sort(),
			['a', 'b'],
		);
	});

	it('counts for more as the brand', () => {
		assert.deepEqual(openWith({ maker_name: { role: 'keyword' } }).idsOf({ text: 'acme ' }), ['c', 'a']);
		assert.deepEqual(openWith({ maker_name: { weight: 'A' } }).idsOf({ text: 'zeta ' }).length, 2);
		const { hits } = openWith({ maker_name: { role: 'brand' } }).search({ text: 'acme ' });
		const { hits: plain } = openWith({}).search({ text: 'acme ' });
		const scoreOf = (list: typeof hits) => list.find(({ id }) => id === 'a')?.score ?? 0;
		assert(scoreOf(hits) > scoreOf(plain));
	});

	it('has no values to count if it is not filterable; a description that is filterable has', () => {
		assert.equal(countValues({}, 'care'), 2);
		assert.equal(countValues({ care: { isFilterable: false } }, 'care'), 0);
		assert.equal(countValues({ care: { role: 'text' } }, 'care'), 0);
		assert.equal(countValues({ care: { role: 'text', isFilterable: true } }, 'care'), 2);
		assert.equal(countValues({ title: { isFilterable: true } }, 'title'), 3);
		assert.equal(countValues({ 'info.depth': { isFilterable: false } }, 'info.depth'), 0);
	});

	it('does not exist if it is ignored', () => {
		const names = (overrides: SchemaOverrides) =>
			describeIndex(openWith(overrides).view).fields.map(({ name }) => name);
		const ignored: SchemaOverrides = {
			care: { isIgnored: true },
			'info.hidden': { isIgnored: true },
			'info.depth': { isIgnored: true },
		};
		assert.deepEqual(
			names({}).filter((name) => !names(ignored).includes(name)),
			['care', 'info.depth', 'info.hidden'],
		);
		assert.deepEqual(openWith(ignored).idsOf({ text: 'cold ' }), []);
	});

	it('is sorted and filtered by as the title, and makes the former title a second name', () => {
		const index = openWith({ nombre: { role: 'title' } });
		const filters = [{ kind: 'terms' as const, fieldName: 'nombre', values: ['bota AZUL'] }];
		assert.deepEqual(index.idsOf({ filters }), ['a']);
		const byTitle = { kind: 'field' as const, fieldName: 'nombre', isDescending: false };
		// The third item has no other title than the one in the field that shops usually call title.
		assert.deepEqual(index.idsOf({ sort: [byTitle] }), ['b', 'a', 'c']);
		assert.deepEqual(index.idsOf({ text: 'red ' }), ['a']);
	});

	it('is read as the shop writes prices or numbers', () => {
		for (const role of ['price', 'number'] as const) {
			const index = openWith({ pvp: { role } });
			const filters = [{ kind: 'range' as const, fieldName: 'pvp', lt: 10 }];
			assert.deepEqual(index.idsOf({ filters }), ['a'], role);
		}
	});

	it('tells what is out of stock if it is the stock', () => {
		const stocked = { role: 'stock' } as const;
		const view = createSmallIndex(
			{ a: { left: { shop: 0 } }, b: { left: { shop: 2 }, availability: 'out of stock' }, c: { stock: 0 } },
			{ schema: createIndexSchema({ 'left.shop': stocked, stock: { role: 'number' } }) },
		).view;
		assert.deepEqual([...(view.segments[0]?.segment.flags ?? [])], [1, 0, 0]);
	});

	it('keeps the override through a merge, while a segment of another index has its own', () => {
		const one = createSmallIndex(items, {
			itemsPerSegment: 1,
			schema: createIndexSchema({ nombre: { role: 'title' } }),
		});
		const segment = openSegment(mergeSegments(one.view.segments).bytes);
		assert.equal(segment.schema.find('nombre').role, 'title');
		const other = createSmallIndex({ d: { title: 'Aaa', nombre: 'x' } });
		const [second] = other.view.segments;
		assert(second !== undefined);
		assert.equal(second.segment.schema.find('nombre').role, 'keyword');
		assert.equal(second.segment.manifest.schema, undefined);
	});
});
