import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { cutQueryText } from './query-text.ts';

const cut = (text: string) => {
	const { text: kept, isTruncated } = cutQueryText(text);
	return [kept, isTruncated];
};

it('leaves a text within the limits as it was typed', () => {
	const full = `${'x'.repeat(199)} `;
	for (const text of ['', '  red  shoe ', 'a b c d e f g h i j', full, '😀'.repeat(100)]) {
		assert.deepEqual(cut(text), [text, false], text);
	}
});

it('keeps ten words, with the last one complete', () => {
	assert.deepEqual(cut('a b c d e f g h i j k'), ['a b c d e f g h i j ', true]);
	assert.deepEqual(cut('  a\tb\u3000c  d e f g h i j   k l'), ['a b c d e f g h i j ', true]);
});

it('keeps 200 code points without splitting surrogate pairs', () => {
	assert.deepEqual(cut('x'.repeat(201)), ['x'.repeat(200), true]);
	assert.deepEqual(cut('😀'.repeat(200)), ['😀'.repeat(200), false]);
	assert.deepEqual(cut('😀'.repeat(201)), ['😀'.repeat(200), true]);
	assert.deepEqual(cut(`${'x'.repeat(199)}😀😀`), [`${'x'.repeat(199)}😀`, true]);
	const [text] = cut(`${'ab '.repeat(3)}${'c'.repeat(300)}`);
	assert.equal(text, `ab ab ab ${'c'.repeat(191)}`);
});

it('ignores blanks that separate nothing', () => {
	assert.deepEqual(cut(`${' '.repeat(5000)}red${' '.repeat(5000)}shoe${' '.repeat(5000)}`), ['red shoe', false]);
	assert.deepEqual(cut(' '.repeat(5000)), ['', false]);
});

it('recognises words of scripts without blanks', () => {
	const [chinese, isCut] = cut('我想给我的孩子买一双红色的运动鞋和一个蓝色的书包');
	assert.equal(isCut, true);
	assert.ok('我想给我的孩子买一双红色的运动鞋和一个蓝色的书包'.startsWith(String(chinese).trim()), String(chinese));
	assert.ok(String(chinese).endsWith(' '));
	for (const text of ['赤いランニングシューズ メンズ 26cm', 'iphone15 pro 手机壳 透明', 'รองเท้าวิ่งสีแดง']) {
		assert.deepEqual(cut(text), [text, false], text);
	}
});

it('keeps the beginning of any text within the limits, and does not change a text that was already cut', () => {
	const fragment = fc.constantFrom('a', 'ß', '😀', ' ', '\u3000', '-', '靴', 'く', 'e\u0301', '12', 'สี');
	const text = fc.array(fragment, { maxLength: 400 }).map((fragments) => fragments.join(''));
	fc.assert(
		fc.property(text, (typed) => {
			const { text: kept, isTruncated } = cutQueryText(typed);
			const tidy = (value: string) => value.trim().replaceAll(/\s+/g, ' ');
			assert.ok(tidy(typed).startsWith(tidy(kept)));
			assert.equal(isTruncated, tidy(kept) !== tidy(typed));
			assert.ok([...kept.trim()].length <= 200 || kept === typed);
			assert.ok(kept.isWellFormed());
			assert.deepEqual(cutQueryText(kept).isTruncated, false);
		}),
	);
});

it('reads no more of a long text than it keeps', () => {
	const long = 'word '.repeat(200_000);
	assert.deepEqual(cut(long), ['word word word word word word word word word word ', true]);
});
