import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createIndexWriter } from '../index/index-writer.ts';
import { findIdentified } from './rank-tiers.ts';

it('identifies no item that was deleted', () => {
	const writer = createIndexWriter(createAnalyzer('en'), []);
	for (const id of ['a', 'b']) writer.put({ id, fields: { id, sku: `AB-${id}` } });
	writer.refresh();
	writer.remove('a');
	writer.refresh();
	const count = (text: string) => findIdentified({ segments: writer.segments }, text).flat().length;
	assert.deepEqual([count('AB-a'), count('AB-b')], [0, 1]);
});
