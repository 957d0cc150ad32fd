/**
 * Does a compound begin with a value?
 *
 *     damenkleid       gender = Damen, and things are named damenkleid or kleid
 *     baumwollhemd     material = Baumwolle: a link of the language may be added, or a vowel be missing
 *     lederpflege      a word, as things with this title are not of leather
 *     herrenberg       a word where no `berg` is for men
 *
 * The word stays one that is searched, see `compound` of a part.
 */
import type { QueryPart, Span, Word } from './part.ts';
import { toTyped, type Understanding } from './understanding.ts';
import { isInTitles, isName, plainShareMin, preferredShareMin, toCondition, toShare } from './value-shares.ts';
import { type FieldValue, findGroup, sortByCount } from './vocabulary.ts';

const partLengthMin = 3;
const compoundPattern = /^\p{L}+(?:-\p{L}+)?$/u;
/** What values may have behind their form in compounds: Wolle, flicka. */
const droppedEndings = ['', 'e', 'a'];

/** The part of the longest beginning that is a value. Cost: O(length) look-ups, and counts of titles for those found. */
export function findInCompound(asked: Understanding, at: number): QueryPart | undefined {
	const { rules, words } = asked;
	const word = words[at] as Word;
	if (rules.compoundLinks.length === 0 || !compoundPattern.test(word.text)) return undefined;
	for (const { value, split } of listSplits(asked, word)) {
		if (isBrand(asked, toTyped(asked, word))) return undefined;
		const isPlain = judge(asked, value, split);
		if (isPlain === undefined) continue;
		const occurrence = { run: [word], at };
		if (isName(asked, occurrence)) return undefined;
		const isStrict = isPlain && !isInTitles(asked, value, occurrence);
		const part: QueryPart = { kind: 'attribute', ...split.head, isStrict, condition: toCondition(value) };
		const compound = { whole: toTyped(asked, word), end: toTyped(asked, split.end) };
		return word.text.includes('-') ? part : { ...part, compound };
	}
	return undefined;
}

/** Whether it is the name of a brand, as Kinderkraft is. */
function isBrand({ vocabulary, toKey }: Understanding, text: string): boolean {
	return vocabulary.findValues(toKey(text)).some(({ use }) => use === 'brand');
}

interface Split {
	readonly word: Word;
	readonly head: Span;
	readonly end: Span;
}

interface ValueSplit {
	readonly value: FieldValue;
	readonly split: Split;
}

/** Those with a short link before others, and of these the one with the longest head. */
function listSplits(asked: Understanding, word: Word): readonly ValueSplit[] {
	const { text } = word;
	const hyphen = text.indexOf('-');
	const [from, to] = hyphen > 0 ? [hyphen, hyphen] : [text.length - partLengthMin, partLengthMin];
	const found: (ValueSplit & { readonly link: string })[] = [];
	for (let length = from; length >= to; length--) {
		const value = findHeadValue(asked, text.slice(0, length));
		if (value === undefined) continue;
		for (const link of hyphen > 0 ? ['-'] : asked.rules.compoundLinks) {
			const at = length + link.length;
			if (!text.startsWith(link, length) || text.length - at < partLengthMin) continue;
			const head = { start: word.start, end: word.start + (hyphen > 0 ? length : at) };
			found.push({ value, link, split: { word, head, end: { start: word.start + at, end: word.end } } });
		}
	}
	return found.sort((a, b) => a.link.length - b.link.length);
}

/** A value of a field of gender, age or material. */
function findHeadValue({ rules, vocabulary }: Understanding, head: string): FieldValue | undefined {
	for (const ending of droppedEndings) {
		const group = rules.people.get(head + ending);
		const [material] = sortByCount(vocabulary.findMaterials(head + ending));
		const value = (group === undefined ? undefined : findGroup(vocabulary, group)) ?? material;
		if (value !== undefined) return value;
	}
	return undefined;
}

/**
 * Whether the value is meant for sure; undefined where it is not meant. Titles with the compound say so, and without any
 * there must be things with the value that are named by its end, or of that kind.
 */
function judge(asked: Understanding, value: FieldValue, { word, head, end }: Split): boolean | undefined {
	const { vocabulary } = asked;
	const { titleCount, valueCount } = vocabulary.countTitlesOf(value, toTyped(asked, word));
	if (titleCount > 0) {
		return valueCount < preferredShareMin * titleCount ? undefined : valueCount >= plainShareMin * titleCount;
	}
	const named = toTyped(asked, end);
	const isThing = vocabulary.findValues(asked.toKey(named)).some(({ use }) => use === 'kind');
	if (!isThing && vocabulary.countNamed(value, named).valueCount === 0) return undefined;
	return toShare(asked, value, toTyped(asked, head)) >= plainShareMin;
}
