/** The same request, however clients write it, must be parsed to the same request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codePoint } from '../../../test/support/code-point.ts';
import { chooseLength } from '../../../test/support/test-length.ts';
import type { Filter } from '../../domain/query/filter.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import { FailureError } from '../../lib/failure.ts';
import { parseQueryString, toParameters } from '../server/parse-parameters.ts';
import { parseSearchRequest, parseSuggestRequest } from './search-parameters.ts';

type WireValue = string | number | boolean | readonly WireValue[] | { readonly [name: string]: WireValue };

/** How a client writes lists, flags and characters. */
interface Dialect {
	readonly toListStep: (index: number, isLeaf: boolean) => string;
	readonly toFlag: (flag: boolean) => string;
	readonly escapeName: (text: string) => string;
	readonly escapeValue: (text: string) => string;
}

const toPlus = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
const rawBrackets = (text: string) => encodeURIComponent(text).replaceAll('%5B', '[').replaceAll('%5D', ']');

const dialects: Readonly<Record<string, Dialect>> = {
	'PHP, http_build_query': {
		toListStep: (index) => `[${index}]`,
		toFlag: (flag) => (flag ? '1' : '0'),
		escapeName: toPlus,
		escapeValue: toPlus,
	},
	'Python, lists of scalars with []': {
		toListStep: (index, isLeaf) => (isLeaf ? '[]' : `[${index}]`),
		toFlag: (flag) => (flag ? 'True' : 'False'),
		escapeName: toPlus,
		escapeValue: toPlus,
	},
	'JavaScript, qs': {
		toListStep: (index) => `[${index}]`,
		toFlag: String,
		escapeName: encodeURIComponent,
		escapeValue: encodeURIComponent,
	},
	'by hand, [] everywhere and raw brackets': {
		toListStep: () => '[]',
		toFlag: String,
		escapeName: rawBrackets,
		escapeValue: encodeURIComponent,
	},
	'by hand, repeated keys': {
		toListStep: (index, isLeaf) => (isLeaf ? '' : `[${index}]`),
		toFlag: (flag) => String(flag).toUpperCase(),
		escapeName: rawBrackets,
		escapeValue: toPlus,
	},
};

function toQueryString(wire: { readonly [name: string]: WireValue }, dialect: Dialect): string {
	const parts: string[] = [];
	const add = (name: string, value: WireValue): void => {
		if (typeof value === 'boolean') parts.push(`${dialect.escapeName(name)}=${dialect.toFlag(value)}`);
		else if (typeof value !== 'object') parts.push(`${dialect.escapeName(name)}=${dialect.escapeValue(String(value))}`);
		else if (Array.isArray(value)) {
			for (const [index, entry] of value.entries())
				add(name + dialect.toListStep(index, typeof entry !== 'object'), entry);
		} else for (const [key, member] of Object.entries(value)) add(`${name}[${key}]`, member);
	};
	for (const [name, value] of Object.entries(wire)) add(name, value);
	return parts.join('&');
}

const fieldName = fc.constantFrom(
	'brand',
	'size',
	'dim.w',
	'farbe größe',
	'constructor',
	'__proto__x',
	'a&b=c',
	'x+y',
	'2024',
);
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== '');
const number = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => (Object.is(value, -0) ? 0 : value));
const point = fc.record({
	latitude: fc.integer({ min: -90, max: 90 }),
	longitude: fc.integer({ min: -180, max: 180 }),
});

const terms = fc
	.uniqueArray(word, { minLength: 1, maxLength: 4 })
	.map((values): readonly [WireValue, object] => [values, { kind: 'terms', values }]);
const range = fc
	.record({ gte: number, gt: number, lte: number, lt: number }, { requiredKeys: [] })
	.filter((bounds) => Object.keys(bounds).length > 0)
	.map((bounds): readonly [WireValue, object] => [bounds as WireValue, { kind: 'range', ...bounds }]);
const oldRange = fc.tuple(number, number).map(([from, to]): readonly [WireValue, object] => [
	{ from, to },
	{ kind: 'range', gte: from, lte: to },
]);
const distance = fc.tuple(fc.integer({ min: 0, max: 20_000 }), point).map(([km, at]): readonly [WireValue, object] => [
	{ distance: `${km}km`, position: `${at.latitude},${at.longitude}` },
	{ kind: 'distance', ...at, distanceMaxMeters: km * 1000 },
]);

/** What goes on the wire, and what it means. */
const filters = fc.dictionary(fieldName, fc.oneof(terms, range, oldRange, distance), { maxKeys: 4 }).map((entries) => ({
	wire: Object.fromEntries(Object.entries(entries).map(([name, [value]]) => [name, value])),
	meant: Object.entries(entries).map(([name, [, filter]]) => ({ fieldName: name, ...filter }) as Filter),
}));

const sorts = fc
	.uniqueArray(fc.record({ fieldName, isDescending: fc.boolean(), at: fc.option(point, { nil: undefined }) }), {
		selector: (rule) => rule.fieldName,
		maxLength: 4,
	})
	.map((rules) => ({
		wire: rules.map((rule): WireValue => {
			const order = rule.isDescending ? 'desc' : 'asc';
			if (rule.at === undefined) return { [rule.fieldName]: order };
			const { latitude, longitude } = rule.at;
			return { _geo_distance: { position: `${latitude},${longitude}`, order, field: rule.fieldName } };
		}),
		meant: rules.map(({ at, ...rule }) =>
			at === undefined ? { kind: 'field', ...rule } : { kind: 'distance', ...rule, ...at },
		) as SearchRequest['sort'],
	}));

const facets = fc.uniqueArray(
	fc.record({ field: fieldName, size: fc.integer({ min: 1, max: 200 }), type: fc.constantFrom('term', 'range') }),
	{ selector: ({ field }) => field, minLength: 1, maxLength: 5 },
);

const cases = fc
	.record({
		query: word,
		rpp: fc.integer({ min: 1, max: 100 }),
		page: fc.integer({ min: 1, max: 9 }),
		indices: fc.uniqueArray(fc.constantFrom('product', 'page', 'category'), { minLength: 1 }),
		queryName: fc.constantFrom('match_and', 'match_or', 'fuzzy'),
		filters,
		excludes: filters,
		execution: fc.constantFrom('and', 'or'),
		facets,
		sorts,
		flags: fc.record({
			grouping: fc.boolean(),
			auto_filters: fc.boolean(),
			understanding: fc.boolean(),
			stats: fc.boolean(),
		}),
		variants: fc.uniqueArray(fieldName, { minLength: 1 }),
		source: fc.constantFrom('voice', 'text', 'newsletter'),
	})
	.map(({ filters: kept, excludes, sorts: order, ...rest }) => {
		const wire = {
			random: 123,
			query: rest.query,
			query_name: rest.queryName,
			page: rest.page,
			rpp: rest.rpp,
			indices: rest.indices,
			filter: kept.wire,
			exclude: excludes.wire,
			filter_execution: rest.execution,
			facets: rest.facets,
			sort: order.wire,
			...rest.flags,
			with_variants: rest.variants,
			fields: rest.variants,
			session_id: 'abc',
			source: rest.source,
		};
		const meant: SearchRequest = {
			text: rest.query,
			isTextTruncated: false,
			queryName: rest.queryName as SearchRequest['queryName'],
			page: rest.page,
			hitsPerPage: rest.rpp,
			indexNames: rest.indices,
			filters: kept.meant,
			excludes: excludes.meant,
			filterExecution: rest.execution as 'and' | 'or',
			facets: rest.facets.map(({ field, size, type }) => ({
				kind: type === undefined ? undefined : type === 'range' ? 'range' : 'terms',
				fieldName: field,
				size: Math.min(50, size),
			})),
			sort: order.meant,
			isGrouped: rest.flags.grouping,
			hasUnderstanding: rest.flags.understanding,
			hasAutoFilters: rest.flags.auto_filters,
			source: rest.source === 'voice' ? 'voice' : 'text',
			isRecorded: rest.flags.stats,
			variantFields: rest.variants,
			resultFields: rest.variants.length === 0 ? undefined : new Set(rest.variants),
			skippedAutoFilters: [],
			sessionId: 'abc',
			userId: null,
		};
		return { wire, meant };
	});

describe('a search request', () => {
	for (const [name, dialect] of Object.entries(dialects)) {
		it(`means the same in the query string of ${name}`, () => {
			fc.assert(
				fc.property(cases, ({ wire, meant }) => {
					assert.deepEqual(parseSearchRequest(parseQueryString(toQueryString(wire, dialect))), meant);
				}),
			);
		});
	}

	it('means the same as a JSON body', () => {
		fc.assert(
			fc.property(cases, ({ wire, meant }) => {
				assert.deepEqual(parseSearchRequest(toParameters(JSON.parse(JSON.stringify(wire)))), meant);
			}),
		);
	});

	it('is one or is refused in words, whatever the query string', () => {
		const fragments = fc.constantFrom(
			'filter',
			'sort',
			'facets',
			'rpp',
			'page',
			'[',
			']',
			'[]',
			'[0]',
			'[gte]',
			'[field]',
		);
		const signs = fc.constantFrom('=', '&', '%', '%5B', '%zz', '+', '1', 'asc', '__proto__', 'constructor', 'é');
		const anyText = fc
			.array(fc.oneof(fragments, signs, fc.string({ unit: codePoint, maxLength: 3 })))
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(anyText, (text) => {
				try {
					parseSearchRequest(parseQueryString(text));
				} catch (error) {
					assert(error instanceof FailureError && error.failure.code === 'invalid', String(error));
				}
			}),
			{ numRuns: chooseLength(1_000, 5_000) },
		);
		assert.equal(({} as Record<string, unknown>).polluted, undefined);
	});
});

function parse(text: string): SearchRequest {
	return parseSearchRequest(parseQueryString(text));
}

describe('a search query string', () => {
	it('may leave everything out', () => {
		const nothing = parse('');
		assert.equal(nothing.text, '');
		assert.deepEqual(
			[nothing.page, nothing.hitsPerPage, nothing.facets, nothing.isGrouped],
			[1, 10, undefined, undefined],
		);
		const empty = 'query=&page=&rpp=&filter=&exclude=&sort=&facets=&indices=&skip_auto_filters=&query_name=&filter[a]=';
		assert.deepEqual(parse(`${empty}&filter[p][gte]=&grouping=&session_id=&user_id=&filter_execution=`), nothing);
		assert.deepEqual(parseSearchRequest(toParameters({ query: null, filter: null, rpp: null })), nothing);
	});

	it('sorts by bare names, by a map, and by score', () => {
		const price = { kind: 'field', fieldName: 'price', isDescending: false };
		const title = { kind: 'field', fieldName: 'title', isDescending: true };
		assert.deepEqual(parse('sort=price').sort, [price]);
		assert.deepEqual(parse('sort[]=price').sort, [price]);
		assert.deepEqual(parse('sort[0]=price&sort[1][title]=DESC').sort, [price, title]);
		assert.deepEqual(parse('sort[price]=asc&sort[title]=desc').sort, [price, title]);
		assert.deepEqual(parse('sort[]=price+:+asc+&sort[]=title:DESC').sort, [price, title]);
		for (const fieldName of ['attribute:colour', ':asc', ' :desc', 'price:', 'price:up'])
			assert.deepEqual(parseSearchRequest(toParameters({ sort: fieldName })).sort, [{ ...price, fieldName }]);
		assert.deepEqual(parse('sort[_score]=desc').sort, [{ kind: 'score' }]);
		assert.deepEqual(parseSearchRequest(toParameters({ sort: ['price', { title: { order: 'desc' } }] })).sort, [
			price,
			title,
		]);
		const near = { kind: 'distance', fieldName: 'geo', latitude: 40, longitude: -70.5, isDescending: false };
		assert.deepEqual(parse('sort[_geo_distance][position]=40,-70.5').sort, [near]);
	});

	it('names facets only by field, and leaves their kind to the schema', () => {
		const facet = (fieldName: string, kind?: string, size = 10) => ({ kind, fieldName, size });
		assert.deepEqual(parse('facets=brand').facets, [facet('brand')]);
		assert.deepEqual(parse('facets[]=brand&facets[]=brand&facets[]=sale_price').facets, [
			facet('brand'),
			facet('sale_price'),
		]);
		assert.deepEqual(parse('facets[field]=brand&facets[size]=3').facets, [facet('brand', undefined, 3)]);
		const lists = 'facets[][field]=a&facets[][size]=2&facets[][field]=b&facets[][type]=range';
		assert.deepEqual(parse(lists).facets, [facet('a', undefined, 2), facet('b', 'range')]);
		assert.deepEqual(parseSearchRequest(toParameters({ facets: [] })).facets, []);
	});

	it('takes dates, and distances in other units', () => {
		assert.deepEqual(parse('filter[d][gte]=2026-03-01&filter[d][lt]=2026-03-01T12:00:00%2B01:00').filters, [
			{ kind: 'range', fieldName: 'd', gte: Date.UTC(2026, 2, 1), lt: Date.UTC(2026, 2, 1, 11) },
		]);
		for (const [text, meters] of [
			['1mi', 1609.344],
			['10 ft', 3.048],
			['25', 25],
			['1.5KM', 1500],
		] as const) {
			const [filter] = parse(`filter[g][distance]=${encodeURIComponent(text)}&filter[g][position]=1,2`).filters;
			assert(filter?.kind === 'distance' && Math.abs(filter.distanceMaxMeters - meters) < 1e-9, text);
		}
	});

	it('makes the best of broken text', () => {
		assert.equal(parse('query=caf%E9+%zz%00&').text, 'caf\u{fffd} %zz\u{fffd}');
		assert.equal(parse('query=a=b&filter[x=1').text, 'a=b');
		assert.deepEqual(parse('filter[x=1&filter[y]z=2').filters, [{ kind: 'terms', fieldName: 'y', values: ['2'] }]);
	});

	it('takes a field called __proto__ for a field', () => {
		assert.deepEqual(parse('filter[__proto__][gte]=1&__proto__[x]=y').filters, [
			{ kind: 'range', fieldName: '__proto__', gte: 1 },
		]);
	});

	for (const [text, message] of [
		['rpp=101', 'Invalid rpp'],
		['rpp=0', 'Invalid rpp'],
		['rpp=ten', 'Invalid rpp'],
		['page=0', 'Invalid page'],
		['page=1.5', 'Invalid page'],
		['rpp=100&page=10', 'Invalid page: rpp * page must be less than 1000'],
		['sort[price]=up', 'Bad request, bad sort: the order must be asc or desc'],
		['sort[]=a&sort[]=b&sort[]=c&sort[]=d&sort[]=e', 'Bad request, bad sort: there are more than 4 rules'],
		[`sort[]=${'a'.repeat(257)}`, 'Bad request, bad sort: a field name is too long'],
		[
			`sort[]=a&sort[]=b&sort[]=c&sort[]=d&sort[]=${'e'.repeat(257)}`,
			'Bad request, bad sort: there are more than 4 rules',
		],
		['sort[_geo_distance][position]=here', 'Bad request, bad sort: position must be "latitude,longitude"'],
		['facets[0][size]=5', 'Bad request, bad facets: field is missing'],
		['facets[0][field]=a&facets[0][type]=pie', 'Bad request, bad facets: type of a must be term, range or hierarchy'],
		['facets[0][field]=a&facets[0][size]=-1', 'Bad request, bad facets: size of a must be a whole number from 1'],
		['filter[price][gte]=cheap', 'Bad request, bad filter: price gte must be a number or an ISO 8601 date'],
		['filter[price][gte]=1&filter[price][]=2', 'Bad request, bad filter: price has values and a range'],
		['exclude[price][above]=1', 'Bad request, bad exclude: price has the unknown part above'],
		['filter[]=red', 'Bad request, bad filter: it has values without a field'],
		['filter[0]=red&filter[1]=blue', 'Bad request, bad filter: it has values without a field'],
		[
			'filter[g][distance]=1km&filter[g][position]=91,0',
			'Bad request, bad filter: g position must be "latitude,longitude"',
		],
		['query_name=exact', 'Bad request, bad query_name: it must be one of match_and, match_or, fuzzy'],
		['filter_execution=xor', 'Bad request, bad filter_execution: it must be and or or'],
		['grouping=maybe', 'Bad request, bad grouping: it must be true or false'],
		[`session_id=${'s'.repeat(33)}`, 'session_id should have 32 characters or less'],
		[`user_id=${'u'.repeat(37)}`, 'invalid_user_id'],
		['a[b][c][d][e][f][g]=1', 'Bad request, parameters are nested deeper than 6'],
		['a&'.repeat(5001), 'Bad request, there are more than 5000 parameters'],
		['a'.repeat(70_000), 'Bad request, the query string is longer than 65536'],
		[
			Array.from({ length: 31 }, (_, index) => `filter[f${index}]=1`).join('&'),
			'Bad request, bad filter: there are more than 30',
		],
		[
			Array.from({ length: 31 }, (_, index) => `facets[]=f${index}`).join('&'),
			'Bad request, bad facets: there are more than 30',
		],
		['filter[a][]=1&'.repeat(1001), 'Bad request, bad filter: a has more than 1000 values'],
	] as const) {
		it(`is refused: ${text.slice(0, 60)}`, () => {
			assert.throws(() => parse(text), { name: 'FailureError', message });
		});
	}

	it('may go up to its limits', () => {
		assert.equal(parse(`query=${'a'.repeat(200)}`).text.length, 200);
		assert.equal(parse(`query=${'a'.repeat(200)}`).isTextTruncated, false);
		assert.equal(parse(`query=${'a+'.repeat(11)}`).isTextTruncated, true);
		assert.deepEqual([parse('rpp=100&page=9').page, parse('rpp=1&page=999').page], [9, 999]);
	});
});

describe('a request for suggestions', () => {
	it('has a text and indices, and of a text that is too long the beginning', () => {
		const request = parseSuggestRequest(parseQueryString('query=sho&indices[]=product&page=1&rpp=20&stats=false'));
		assert.deepEqual(request, { text: 'sho', indexNames: ['product'] });
		const { text } = parseSuggestRequest(parseQueryString(`query=${'a'.repeat(201)}`));
		assert.equal(text, 'a'.repeat(200));
	});
});
