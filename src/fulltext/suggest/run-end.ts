/**
 * Where a phrase ends in a script that puts no blanks between words. Titles that go on in other ways say that a word ends
 * there, which no dictionary knows better: ソニー in ソニーイヤホン. What cannot begin a word is taken in; a particle ends none.
 */
import type { LocatedWord } from '../analysis/locate-words.ts';

/** Small kana, the long vowel and n. */
const boundPattern = /[ーァィゥェォッャュョヮンぁぃぅぇぉっゃゅょゎん]/u;
const boundMax = 4;
/** Particles, and what joins: の, を, 的, 和. */
const particlePattern =
	/^(?:[のにはをがとでもやへ]|から|まで|より|など|的|和|与|及|或|在|是|了|也|为|ที่|และ|หรือ|ของ|ใน|กับ|สำหรับ)$/u;
/** Characters before the end that tell which word the last one is. */
const contextLength = 16;

/** One for all: its dictionaries go by the script. Made when first needed. */
let segmenter: Intl.Segmenter | undefined;

/** @returns the place behind the phrase's last word; undefined where that is a particle. */
export function findRunEnd(source: string, { end: cut }: Pick<LocatedWord, 'end'>): number | undefined {
	let end = cut;
	while (end < cut + boundMax && boundPattern.test(source.charAt(end))) end += 1;
	segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
	let last = '';
	for (const { segment } of segmenter.segment(source.slice(Math.max(0, end - contextLength), end))) last = segment;
	return particlePattern.test(last) ? undefined : end;
}
