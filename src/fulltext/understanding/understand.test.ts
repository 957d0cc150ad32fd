import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { arabic } from '../../../test/support/understood-queries/arabic.ts';
import { chinese } from '../../../test/support/understood-queries/chinese.ts';
import {
	dutchCompounds,
	germanCompounds,
	swedishCompounds,
} from '../../../test/support/understood-queries/compounds.ts';
import { dutch } from '../../../test/support/understood-queries/dutch.ts';
import { english } from '../../../test/support/understood-queries/english.ts';
import { french } from '../../../test/support/understood-queries/french.ts';
import { german } from '../../../test/support/understood-queries/german.ts';
import { italian } from '../../../test/support/understood-queries/italian.ts';
import { japanese } from '../../../test/support/understood-queries/japanese.ts';
import { englishNames, frenchNames } from '../../../test/support/understood-queries/names.ts';
import { portugueseChildren, spanishChildren } from '../../../test/support/understood-queries/people.ts';
import { polish } from '../../../test/support/understood-queries/polish.ts';
import { portuguese } from '../../../test/support/understood-queries/portuguese.ts';
import {
	chineseSizes,
	englishSizes,
	germanSizes,
	italianSizes,
	japaneseSizes,
	namedSizes,
	spanishSizes,
} from '../../../test/support/understood-queries/sizes.ts';
import { spanish } from '../../../test/support/understood-queries/spanish.ts';
import { swedish } from '../../../test/support/understood-queries/swedish.ts';
import { chineseShoes, japaneseShoes } from '../../../test/support/understood-queries/unspaced.ts';
import type { UnderstoodPart } from '../../domain/query/understood-part.ts';
import { languages } from '../analysis/language-registry.ts';

const tables = [
	arabic,
	chinese,
	chineseShoes,
	chineseSizes,
	dutch,
	dutchCompounds,
	english,
	englishSizes,
	englishNames,
	french,
	frenchNames,
	german,
	germanSizes,
	germanCompounds,
	italian,
	italianSizes,
	japanese,
	japaneseShoes,
	japaneseSizes,
	namedSizes,
	polish,
	portuguese,
	portugueseChildren,
	spanish,
	spanishChildren,
	spanishSizes,
	swedish,
	swedishCompounds,
];

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

const namesOfBounds = {
	below: 'lt',
	atMost: 'lte',
	above: 'gt',
	atLeast: 'gte',
	between: 'gte,lte',
	about: 'gte,lte',
} as const;

describe('the wordings of a language', () => {
	const items = { 1: { title: 'Aaa Bbb', price: 10 } };
	for (const language of languages) {
		const { understanding } = language;
		if (understanding === undefined) continue;
		const { search } = createSmallIndex(items, { language: language.code });
		const understand = (text: string) => search({ text, hasUnderstanding: true }).understood;

		it(`bound prices, each as its list says: ${language.code}`, () => {
			for (const bound of ['below', 'atMost', 'above', 'atLeast', 'between', 'about'] as const) {
				for (const wording of understanding[bound]) {
					const amounts = ['200 €', '250 €'];
					const said = wording.replace(/^[~!]/, '').replaceAll('#', () => amounts.shift() ?? '');
					const [part, ...others] = understand(`Aaa ${said}`);
					assert.deepEqual([part?.text, others], [said, []], said);
					const bounds = Object.entries(part?.value ?? {}).filter(([, number]) => number !== undefined);
					assert.equal(bounds.map(([name]) => name).join(), namesOfBounds[bound], said);
				}
			}
		});

		it(`leave out what stands beside them: ${language.code}`, () => {
			const said = [
				...understanding.negations.map((lead) => `Aaa ${lead}${/\p{L}$/u.test(lead) ? ' ' : ''}Bbb`),
				...understanding.negationsBehind.map((end) => `Aaa Bbb${end}`),
			];
			for (const text of said) {
				const [part, ...others] = understand(text);
				assert.deepEqual([part?.kind, part?.value, others], ['exclude', ['bbb'], []], text);
			}
		});

		it(`mean one group of people, and no field by two names: ${language.code}`, () => {
			const words = Object.values(understanding.people).flatMap((list) => list.split(' '));
			assert.deepEqual(
				words.filter((word, at) => words.indexOf(word) !== at),
				[],
			);
			const names = Object.values(understanding.fieldNames).flatMap((list) => list.split(' '));
			assert.deepEqual(
				names.filter((name, at) => names.indexOf(name) !== at),
				[],
			);
		});
	}
});

function toText({ kind, text, fieldName, value, isStrict }: UnderstoodPart): string {
	const not = kind === 'exclude' ? 'not ' : '';
	return `${text}: ${not}${fieldName} ${toValueText(value)}${isStrict ? '' : ', preferred'}`;
}

function toValueText(value: UnderstoodPart['value']): string {
	if (!('length' in value)) {
		const { gte, gt, lte, lt } = value;
		if (gte !== undefined && lte !== undefined) return `${gte} … ${lte}`;
		if (gt !== undefined && lt !== undefined) return `${gt} < … < ${lt}`;
		const [sign, bound] = Object.entries({ '>=': gte, '>': gt, '<=': lte, '<': lt }).find(
			([, number]) => number !== undefined,
		) as [string, number];
		return `${sign} ${bound}`;
	}
	return value.join(' | ');
}
