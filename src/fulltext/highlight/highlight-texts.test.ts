import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createSmallIndex } from '../../../test/support/small-index.ts';
import { emptyQuery, type IndexQuery } from '../../domain/query/index-query.ts';
import { runSteps, unhurried } from '../../lib/steps.ts';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createSynonyms } from '../analysis/synonyms.ts';
import { createTokenBuffer } from '../analysis/token-buffer.ts';
import { answerSteps } from '../query/answer-request.ts';
import type { IndexView } from '../query/index-view.ts';
import { createAnswerNote, listFoundTerms } from './found-terms.ts';
import { highlightTexts } from './highlight-texts.ts';

function highlightFor(view: IndexView, query: Partial<IndexQuery>, texts: readonly string[]) {
	const note = createAnswerNote();
	const { hits } = runSteps(answerSteps({ view, pace: unhurried, trace: note }, { ...emptyQuery, ...query }));
	const found = runSteps(listFoundTerms(note));
	return { hits, ...runSteps(highlightTexts(view.analyzer, { found, texts, pace: unhurried })) };
}

/** The title of the only item, with its highlights in brackets. */
function highlightTitle(language: string, text: string, title: string): string {
	const { view } = createSmallIndex({ a: { title }, b: { title: 'zzz' } }, { language });
	const { hits, highlights } = highlightFor(view, { text }, [title]);
	assert.deepEqual(
		hits.map(({ id }) => id),
		['a'],
		`${text} finds ${title}`,
	);
	return bracket(title, highlights[0] ?? []);
}

function bracket(text: string, highlights: readonly { readonly start: number; readonly end: number }[]): string {
	let shown = '';
	let at = 0;
	for (const { start, end } of highlights) {
		shown += `${text.slice(at, start)}[${text.slice(start, end)}]`;
		at = end;
	}
	return shown + text.slice(at);
}

describe('highlights in texts', () => {
	it('are at what the index found, in each language', () => {
		const cases: readonly (readonly [language: string, text: string, highlighted: string])[] = [
			['en', 'shoe', 'Red [Shoes] for Men'],
			['en', 'hea', 'Wireless [Headphones]'],
			['en', 'hedphones ', 'Wireless [Headphones]'],
			['en', 'wh1000xm4', 'Sony [WH-1000XM4]'],
			['en', '27"', 'Screen [27] inch'],
			['en', 'shoes for men', 'Red [Shoes] [for] [Men], made for walking'],
			['de', 'jacke ', 'Warme [Winterjacke] blau'],
			['de', 'schuhe', 'Rote [Schuhe] für Damen'],
			['es', 'zapato ', '[Zapatos] de cuero'],
			['fr', 'ecran ', "Protège [l'Écran] plat"],
			['it', 'scarpa ', '[Scarpe] rosse'],
			['nl', 'schoen ', 'Rode [schoenen]'],
			['pl', 'buty ', 'Czerwone [buty]'],
			['pt', 'sapato ', '[Sapatos] vermelhos'],
			['sv', 'klänning ', 'Röda [klänningar]'],
			['ar', 'حذاء ', '[حذاء] أحمر'],
			['ja', 'イヤホン ', '防水[イヤホン]黒'],
			['ja', '掃除機 ', 'コードレス[掃除機]'],
			['zh', '耳机 ', '蓝牙[耳机]黑色'],
			['en', 'sony ', 'Ｎｅｗ [Ｓｏｎｙ]™ ㎏'],
		];
		for (const [language, text, highlighted] of cases) {
			assert.equal(
				highlightTitle(language, text, highlighted.replaceAll(/[[\]]/g, '')),
				highlighted,
				`${language} ${text}`,
			);
		}
	});

	it('say which of the words a text has', () => {
		const { view } = createSmallIndex({ a: { title: 'Red leather shoes' }, b: { title: 'Blue shoes' } });
		const { words, needed, highlights } = highlightFor(view, { text: 'red shoes ' }, [
			'Red leather shoes',
			'Blue shoes',
			'None',
		]);
		assert.deepEqual([words, needed], [['red', 'shoes'], 3]);
		assert.deepEqual(
			highlights.map((list) => list.map((one) => one.words)),
			[[1, 2], [2], []],
		);
	});

	it('are at synonyms, those of several words only where the text has all of them', () => {
		const plain = createAnalyzer('en');
		const synonyms = createSynonyms([{ kind: 'two_way', phrases: ['tablet', 'slate computer'] }], plain.analyzeQuery);
		const { view } = createSmallIndex({ a: { title: 'Slate computer' }, b: { title: 'Tablet' } });
		const analyzer = { ...plain, analyzeQuery: (text: string) => plain.analyzeQuery(text, { synonyms }) };
		const texts = ['Slate grey computer', 'A computer', 'Tablet'];
		const { highlights } = highlightFor({ ...view, analyzer }, { text: 'tablet ' }, texts);
		assert.deepEqual(
			texts.map((text, at) => bracket(text, highlights[at] ?? [])),
			['[Slate] grey [computer]', 'A computer', '[Tablet]'],
		);
	});

	it('are in order, within the text and apart, whatever the text', () => {
		const texts = [
			'red',
			'shoes',
			'ＳＨＯＥＳ',
			'™',
			'ﾄﾞ',
			'红色',
			'\u{20000}',
			'é',
			'가',
			'WH-1000',
			'27"',
			' ',
			'-',
			'ﬁn',
		];
		const { view } = createSmallIndex({ a: { title: 'Red shoes 红色 ド WH-1000 27"' } });
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...texts), { maxLength: 12 }), fc.constantFrom(...texts), (parts, text) => {
				const written = parts.join('');
				const { highlights } = highlightFor(view, { text }, [written]);
				let end = 0;
				for (const one of highlights[0] ?? []) {
					assert(
						one.start >= end && one.end > one.start && one.end <= written.length,
						JSON.stringify([written, highlights]),
					);
					end = one.end;
				}
			}),
		);
	});

	it('count positions as documents do', () => {
		const texts = ['l’écran', "WH-1000XM4, 27''", 'ソニーTV', 'ＷＨ１ ½', '𠀀𠀁a', 'หูฟัง', 'C++ a-b', '\ud800蓝'];
		for (const language of ['en', 'fr', 'ja', 'th', 'zh', 'de', 'tr']) {
			const analyzer = createAnalyzer(language);
			for (const text of texts) {
				const tokens = createTokenBuffer(1_000);
				analyzer.openDocuments((term) => term.length).analyze(text, tokens);
				const { starts, ends } = analyzer.locatePositions(text);
				assert.deepEqual([starts.length, ends.length], [tokens.positionCount, tokens.positionCount], text);
			}
		}
	});
});
