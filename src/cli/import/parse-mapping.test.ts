import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMapping } from './parse-mapping.ts';

test('a mapping says for each new name the one in the file', () => {
	assert.deepEqual(
		[...parseMapping('link=url, title = name')],
		[
			['link', 'url'],
			['title', 'name'],
		],
	);
});

test('a mapping that makes no sense is a wrong command line', () => {
	for (const map of ['', 'link', 'link=', '=url', 'a=b=c', 'a=b,a=c'])
		assert.throws(() => parseMapping(map), { code: 'usage' });
});
