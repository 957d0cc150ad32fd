import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Pace } from '../../lib/steps.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { findLanguage } from '../analysis/language-registry.ts';
import { createSegmentBuilder } from '../index/builder/segment-builder.ts';
import { openSegment } from '../index/segment/segment.ts';
import { toValueTable, type ValueTable } from './value-table.ts';

const valueCount = 800;

it('searches that come together while an index is new make the table of its values together, once', () => {
	const builder = createSegmentBuilder(createAnalyzer('en'));
	for (let at = 0; at < valueCount; at++) {
		builder.add({ id: `${at}`, fields: { title: 'Shirt', colour: `shade${at}` } });
	}
	const segment = openSegment(builder.finish());
	let keyCount = 0;
	const toKey = (text: string) => {
		keyCount += 1;
		return text;
	};
	const language = findLanguage('en');
	const pace: Pace = { isDue: () => true };

	const searches = Array.from({ length: 4 }, () => toValueTable(segment, { toKey, language, pace }));
	for (const search of searches) search.next();
	// A search that is refused is begun anew by its shopper.
	searches[0]?.return(undefined as never);
	searches[0] = toValueTable(segment, { toKey, language, pace });
	const tables = new Set<ValueTable>();
	while (searches.length > 0) {
		const search = searches.shift();
		const step = search?.next();
		if (step?.done === true) tables.add(step.value);
		else if (search !== undefined) searches.push(search);
	}

	assert.equal(tables.size, 1);
	assert.equal(keyCount, valueCount);
	const [table] = tables;
	assert.equal(table?.byKey.size, valueCount);
});
