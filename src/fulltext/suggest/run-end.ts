/**
 * Where does a phrase end in a script that puts no blanks between words? That titles continue differently shows that a
 * word ends there, which no dictionary knows better: ソニー in ソニーイヤホン. Characters that cannot begin a word are included,
 * and a phrase does not end with a particle.
 */
import type { LocatedWord } from '../analysis/locate-words.ts';

/** Small kana, the long vowel and n. */
const boundPattern = /[ーァィゥェォッャュョヮンぁぃぅぇぉっゃゅょゎん]/u;
const boundMax = 4;
/** Particles and conjunctions: の, を, 的, 和. */
const particlePattern =
	/^(?:[のにはをがとでもやへ]|から|まで|より|など|的|和|与|及|或|在|是|了|也|为|ที่|และ|หรือ|ของ|ใน|กับ|สำหรับ)$/u;
/** Characters before the end from which the last word is determined. */
const contextLength = 16;

/** One for all scripts: its dictionaries depend on the script. Made when first needed. */
let segmenter: Intl.Segmenter | undefined;

/** @returns the offset behind the phrase's last word; undefined when that is a particle */
export function findRunEnd(source: string, { end: cut }: Pick<LocatedWord, 'end'>): number | undefined {
	let end = cut;
	while (end < cut + boundMax && boundPattern.test(source.charAt(end))) end += 1;
	segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
	let last = '';
	for (const { segment } of segmenter.segment(source.slice(Math.max(0, end - contextLength), end))) last = segment;
	return particlePattern.test(last) ? undefined : end;
}
