import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { english } from '../../../test/support/understood-queries/english.ts';
import { french } from '../../../test/support/understood-queries/french.ts';
import { german } from '../../../test/support/understood-queries/german.ts';
import { spanish } from '../../../test/support/understood-queries/spanish.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';

const tables = [english, spanish, french, german];

for (const { language, items, rows } of tables) {
	describe(`in ${language}`, () => {
		const { search } = createSmallIndex(items, { language });
		for (const [query, ...parts] of rows) {
			it(`understands "${query}" as ${parts.length === 0 ? 'words' : parts.join('; ')}`, () => {
				assert.deepEqual(search({ text: query, hasUnderstanding: true }).understood.map(toText), parts);
			});
		}
	});
}

function toText({ kind, text, fieldName, value, isStrict }: UnderstoodPart): string {
	const not = kind === 'exclude' ? 'not ' : '';
	return `${text}: ${not}${fieldName} ${toValueText(value)}${isStrict ? '' : ', preferred'}`;
}

function toValueText(value: UnderstoodPart['value']): string {
	if (!('length' in value)) {
		const { gte, gt, lte, lt } = value;
		if (gte !== undefined && lte !== undefined) return `${gte} … ${lte}`;
		const [sign, bound] = Object.entries({ '>=': gte, '>': gt, '<=': lte, '<': lt }).find(
			([, number]) => number !== undefined,
		) as [string, number];
		return `${sign} ${bound}`;
	}
	return value.join(' | ');
}
