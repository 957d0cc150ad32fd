import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { projectRoot, readSourceFiles } from './source-files.ts';
import { findReplacedWords, readReplacedWords } from './word-rules.ts';

const replaced = readReplacedWords(readFileSync(join(projectRoot, 'docs', 'glossary.md'), 'utf8'));

function find(text: string): string[] {
	return findReplacedWords(new Map([['a.ts', text]]), replaced);
}

describe('the words of identifiers', () => {
	it('are none that the glossary replaced', () => {
		assert.deepEqual(findReplacedWords(readSourceFiles(['src', 'test', 'bench', 'web'], '.ts', '.tsx'), replaced), []);
	});
});

describe('a replaced word', () => {
	const cases = [
		'const place = 1;',
		'sweepNext();',
		'const isLooked = 1;',
		'type WantedQuery = 1;',
		'buriedIds',
		'giveWay',
	];
	for (const text of [...cases, 'looked_count', `\`${'$'}{residentBytes}\``, 'const deeds = [];', 'class Sieves {}']) {
		it(`is found in: ${text}`, () => {
			assert.equal(find(text).length, 1);
		});
	}

	it('is none in a text, in a comment or within another word', () => {
		assert.deepEqual(find("// a place\nconst a = 'place'; const b = `a dead end`; replace(a); byteOrderMark;"), []);
	});
});
