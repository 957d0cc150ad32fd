import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { emptyQuery } from '../../domain/query/index-query.ts';
import { createIndexSchema } from '../../domain/schema/index-schema.ts';
import type { SchemaOverrides } from '../../domain/schema/schema-override.ts';
import { mergeSegments } from '../index/merge/merge-segments.ts';
import { openSegment } from '../index/segment/segment.ts';
import { answerRequest } from './answer-request.ts';
import type { IndexView } from './index-view.ts';

const items = {
	titled: { title: 'Walnut desk', description: 'For the office', brand: 'Acme' },
	described: { title: 'Office desk', description: 'Made of walnut', brand: 'Acme' },
	branded: { title: 'Office desk', description: 'Made of wood', brand: 'Walnut' },
	other: { title: 'Lamp', description: 'Made of brass', brand: 'Zeta', colour: 'blue' },
};

/** An index built for `built`, searched while `stored` is in the store. */
function open(built: SchemaOverrides, stored = built) {
	const index = createSmallIndex(items, { schema: createIndexSchema(built) });
	const { weights } = createIndexSchema(stored);
	const view: IndexView = { ...index.view, weights: index.view.segments.map(() => weights) };
	return {
		view,
		rank: (text: string) => answerRequest(view, { ...emptyQuery, text }).hits.map(({ id, score }) => ({ id, score })),
		idsOf: (text: string) => answerRequest(view, { ...emptyQuery, text }).hits.map(({ id }) => id),
	};
}

describe('weights of fields', () => {
	it('decide which field counts most', () => {
		assert.equal(open({}).idsOf('walnut ')[0], 'titled');
		assert.equal(open({ title: { weight: 0.1 }, description: { weight: 10 } }).idsOf('walnut ')[0], 'described');
		assert.deepEqual(
			open({ title: { weight: 0.1 }, description: { weight: 1 }, brand: { weight: 10 } }).idsOf('walnut '),
			['branded', 'described', 'titled'],
		);
	});

	it('multiply what a word of the field is worth', () => {
		const toScore = (weight: number) =>
			open({ brand: { weight } })
				.rank('walnut ')
				.find(({ id }) => id === 'branded')?.score ?? 0;
		const one = toScore(1);
		for (const weight of [0.5, 2, 4, 10]) assert(Math.abs(toScore(weight) / one - weight) < 1e-4, `${weight}`);
	});

	it('of 0 let a word be found, behind all others', () => {
		const hits = open({ title: { weight: 0 } }).rank('walnut ');
		assert.deepEqual(
			hits.map(({ id }) => id),
			['branded', 'described', 'titled'],
		);
		assert.equal(hits[2]?.score, 0);
		const all = { brand: { weight: 0 }, description: { weight: 0 }, title: { weight: 0 } };
		assert.deepEqual(open(all).idsOf('walnut ').sort(), ['branded', 'described', 'titled']);
	});

	it('leave scores as they are where they are those of the classes', () => {
		const plain = open({}).rank('walnut desk ');
		assert.deepEqual(open({ title: { weight: 5 } }).rank('walnut desk '), plain);
		const brandAlone = (overrides: SchemaOverrides) => open(overrides).rank('zeta ');
		assert.deepEqual(brandAlone({ brand: { weight: 3.75 } }), brandAlone({}));
		assert.deepEqual(open({ colour: { weight: 3.75 } }).rank('blue '), open({}).rank('blue '));
	});

	it('that changed apply at once, and those of other groups when the index is built for them', () => {
		const built = { brand: { weight: 1 }, title: { weight: 5 } };
		const stored = { brand: { weight: 10 }, title: { weight: 1 } };
		assert.deepEqual(open(built, stored).rank('walnut '), open(stored).rank('walnut '));
		// The weight of the title and the other groups are kept meanwhile.
		assert.deepEqual(
			open(built, { ...built, description: { weight: 10 } }).rank('walnut '),
			open(built).rank('walnut '),
		);
		assert.deepEqual(open({}, { description: { weight: 10 } }).rank('walnut '), open({}).rank('walnut '));
		const reset = open(built, { title: { weight: 5 } });
		assert.deepEqual(reset.rank('walnut '), open({ ...built, brand: { weight: 3.75 } }).rank('walnut '));
	});

	it('are kept by merges', () => {
		const schema = createIndexSchema({ brand: { weight: 10 }, title: { weight: 1 } });
		const cut = createSmallIndex(items, { schema, itemsPerSegment: 1 });
		const segment = openSegment(mergeSegments(cut.view.segments).bytes);
		assert.deepEqual(segment.schema.weightGroups, schema.weightGroups);
		const segments = [{ segment, live: undefined, liveCount: segment.documentCount }];
		const merged = { ...cut.view, segments, weights: [schema.weights] };
		const ids = answerRequest(merged, { ...emptyQuery, text: 'walnut ' }).hits.map(({ id }) => id);
		assert.deepEqual(ids, ['branded', 'described', 'titled']);
	});

	it('may differ between indices that are searched together', () => {
		const [one, other] = [open({ brand: { weight: 10 } }), open({})];
		const view = {
			...one.view,
			segments: [...one.view.segments, ...other.view.segments],
			weights: [...(one.view.weights ?? []), ...(other.view.weights ?? [])],
			indexOfSegments: [0, 1],
		};
		const hits = answerRequest(view, { ...emptyQuery, text: 'walnut ' }).hits;
		assert.deepEqual(
			hits.slice(0, 2).map(({ segmentIndex, id }) => `${segmentIndex} ${id}`),
			['0 branded', '0 titled'],
		);
	});
});
