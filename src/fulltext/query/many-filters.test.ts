import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Filter } from '../../domain/query/filter.ts';
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import { facetsMax } from '../../domain/query/query-limits.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createSegmentBuilder } from '../index/builder/segment-builder.ts';
import { openSegment } from '../index/segment/segment.ts';
import { answerRequest } from './answer-request.ts';

const ownNames = Array.from({ length: 26 }, (_, at) => `own${at}`);
const colours = ['amber', 'blue', 'crimson', 'denim', 'emerald', 'fawn'];
const autoNames = colours.map((colour) => `auto_${colour}`);

/** An item that passes every filter, except for the given changes. */
function toItem(id: string, changed: Readonly<Record<string, string>> = {}) {
	const own = ownNames.map((name) => [name, 'yes']);
	const auto = colours.map((colour, at) => [autoNames[at] as string, colour]);
	return { id, fields: { id, title: 'shoe', ...Object.fromEntries([...own, ...auto]), ...changed } };
}

const analyzer = createAnalyzer('en');
const builder = createSegmentBuilder(analyzer);
builder.add(toItem('good'));
builder.add(toItem('excluded', { brand: 'Other' }));
for (const name of [...ownNames, ...autoNames]) builder.add(toItem(`fails ${name}`, { [name]: 'no' }));
const segment = openSegment(builder.finish());
const view = {
	segments: [{ segment, live: undefined, liveCount: segment.documentCount }],
	analyzer,
	isOutOfStockLast: false,
};

const toFilter = (fieldName: string, value = 'yes'): Filter => ({ kind: 'terms', fieldName, values: [value] });
const request: IndexQuery = {
	...emptyQuery,
	text: `shoe ${colours.join(' ')} `,
	filters: ownNames.map((name) => toFilter(name)),
	autoFilterFields: autoNames,
	excludes: [toFilter('brand', 'Other')],
	size: 100,
};
const search = (changed: Partial<IndexQuery> = {}) => answerRequest(view, { ...request, ...changed });
const idsOf = ({ hits }: { readonly hits: readonly { readonly id: string }[] }) => hits.map(({ id }) => id);

describe('more filters than a mask has bits', () => {
	it('all apply, and so does an exclude', () => {
		assert.deepEqual(idsOf(search()), ['good']);
	});

	it('each leave one item out', () => {
		for (const name of ownNames) {
			const filters = request.filters.filter(({ fieldName }) => fieldName !== name);
			assert.deepEqual(idsOf(search({ filters })).sort(), [`fails ${name}`, 'good'], name);
		}
	});

	it('are ignored by the facets of their own fields and by no others', () => {
		const fieldNames = [...ownNames.slice(-15), ...autoNames, 'title'];
		const facets = fieldNames.map((fieldName) => ({ kind: 'terms' as const, fieldName, size: 10 }));
		const { facets: answers } = search({ facets });
		for (const [at, fieldName] of fieldNames.entries()) {
			const answer = answers[at];
			assert.ok(answer?.kind === 'terms');
			const counts = answer.buckets.map(({ count }) => count);
			assert.deepEqual(counts, fieldName === 'title' ? [] : [1, 1], fieldName);
		}
	});

	it('allow facets on as many fields as a request may ask for, and on no more than there are bits', () => {
		const toFacets = (count: number) =>
			Array.from({ length: count }, (_, at) => ({ kind: 'terms' as const, fieldName: `field${at}`, size: 1 }));
		assert.equal(search({ facets: toFacets(facetsMax) }).facets.length, facetsMax);
		assert.throws(() => search({ facets: toFacets(31) }), RangeError);
	});

	it('with or, let through what passes any, unless it is excluded', () => {
		const filters = [...ownNames.map((name) => toFilter(name, 'no')), ...autoNames.map((name) => toFilter(name, 'no'))];
		const found = search({ text: 'shoe ', filters, autoFilterFields: [], filterExecution: 'or' });
		assert.deepEqual(idsOf(found).sort(), [...ownNames, ...autoNames].map((name) => `fails ${name}`).sort());
	});
});
