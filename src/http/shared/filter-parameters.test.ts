import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQueryString } from '../server/parse-parameters.ts';
import { parseFilters } from './filter-parameters.ts';

const parse = (text: string) => parseFilters(parseQueryString(text), 'filter');

test('filters may be JSON text, which generated clients make of an object in a query string', () => {
	const meant = parse('filter[brand][]=Nike&filter[brand][]=Puma&filter[price][gte]=5&filter[price][lt]=10');
	assert.equal(meant.length, 2);
	const whole = encodeURIComponent('{"brand": ["Nike", "Puma"], "price": {"gte": 5, "lt": 10}}');
	assert.deepEqual(parse(`filter=${whole}`), meant);
	const brand = encodeURIComponent('["Nike","Puma"]');
	const price = encodeURIComponent('{"gte":"5","lt":10}');
	assert.deepEqual(parse(`filter[brand]=${brand}&filter[price]=${price}`), meant);
});

test('a value that only looks like JSON is a value like any other', () => {
	for (const text of ['[x]', '{}', '[]', '{x}', '{"a":']) {
		const terms = { kind: 'terms', fieldName: 'a', values: [text] };
		assert.deepEqual(parse(`filter[a]=${encodeURIComponent(text)}`), [terms]);
	}
});
