/**
 * Which words beside a negation may be what it is about?
 *
 *     without a lid      lid: directly behind it, apart from words such as `a`
 *     蓋なしカップ        蓋: directly before it, where negations stand behind
 *     无袖外套            袖; of characters that no dictionary knows, nobody can tell where a thing ends: 无袖连衣裙
 *     底なし, 非洲        nothing: the dictionary knows these as words
 */
import { findSpans, isBlank, isCharacter, isHan, type Span, unspacedPattern, type Word } from './part.ts';
import { fillersMax, type Understanding } from './understanding.ts';
import { findWordings } from './wording.ts';

const phraseWordsMax = 3;
const objectLengthMin = 2;

/** Between things of a list, in plain text. */
const commaPattern = /[,،、]/gu;

/** What stands between two things that may both be left out. */
export interface Joint extends Span {
	readonly kind: 'alternative' | 'addition' | 'comma';
}

/** A query that negates. */
export interface Negating extends Understanding {
	/** By kind, as above; each kind in the order of the text. */
	readonly joints: readonly Joint[];
}

export function toNegating(asked: Understanding): Negating {
	const { plain, rules } = asked;
	const toJoints = (kind: Joint['kind'], spans: readonly Span[]) => spans.map((span) => ({ ...span, kind }));
	const joints = [
		...toJoints('alternative', findWordings(plain, rules.alternativeWordings)),
		...toJoints('addition', findWordings(plain, rules.additionWordings)),
		...toJoints('comma', findSpans(plain, commaPattern)),
	];
	return { ...asked, joints };
}

/** The words behind a negation; empty where they are nothing that can be left out. */
export function findObject(asked: Negating, lead: Span): readonly Word[] {
	const { plain, words, rules, joints } = asked;
	const isFiller = ({ text }: Word) => rules.negationFillers.has(text) || rules.stopWords.has(text);
	const cut = (word: Word) => {
		const first = cutWord(word, joints, 'addition');
		return first !== word && isValue(asked, first.text) ? first : cutWord(word, joints, 'alternative');
	};
	const behind: Word[] = [];
	let end = lead.end;
	let fillerCount = 0;
	for (const word of listBehind(words, lead).map(cut)) {
		if (!isBlank(plain.slice(end, word.start)) || behind.length === phraseWordsMax) break;
		end = word.end;
		if (behind.length === 0 && isFiller(word)) {
			fillerCount += 1;
			if (fillerCount > fillersMax) break;
			continue;
		}
		if (isFiller(word)) break;
		behind.push(word);
	}
	const [first] = behind;
	if (first === undefined || !isNameable(first, first.start === lead.end)) return [];
	return isWhole(asked, first) && !isNumber(asked, first) ? behind : [];
}

/** Whether a word is a number: menos de mil. */
function isNumber({ rules }: Understanding, { text }: Word): boolean {
	return rules.amounts.wordsPattern.exec(text)?.[0] === text;
}

/** In scripts without blanks, the object begins within the word that the negation is part of. */
function listBehind(words: readonly Word[], lead: Span): Word[] {
	return words.flatMap((word) => {
		if (word.end <= lead.end) return [];
		if (word.start >= lead.end) return word;
		const start = lead.end;
		return { ...word, text: word.text.slice(start - word.start), start };
	});
}

/** In scripts without blanks, a word that no dictionary has may go on beyond what stands between two things. */
function cutWord(word: Word, joints: readonly Joint[], cutKind: Joint['kind']): Word {
	const cut = joints.find(({ kind, start, end }) => kind === cutKind && start > word.start && end < word.end);
	if (cut === undefined) return word;
	return { ...word, text: word.text.slice(0, cut.start - word.start), end: cut.start };
}

/** Whether a run of characters that no dictionary knows is all that is written together there, or a value. */
function isWhole(asked: Understanding, { text, end, isUnknown }: Word): boolean {
	if (isUnknown !== true || text.length < objectLengthMin) return true;
	return !unspacedPattern.test(asked.plain.charAt(end)) || isValue(asked, text);
}

function isKnown(asked: Understanding, text: string): boolean {
	return isValue(asked, text) || asked.vocabulary.countTitles(text, [text]).titleCount > 0;
}

function isValue({ vocabulary, toKey }: Understanding, text: string): boolean {
	return vocabulary.findValues(toKey(text)).length > 0;
}

/** @param isTogether whether it is written together with the negation */
function isNameable({ text }: Pick<Word, 'text'>, isTogether: boolean): boolean {
	return text.length >= objectLengthMin ? /^\p{L}/u.test(text) : isTogether && isHan(text);
}

/** What stands directly before a negation, back to a blank or a sign. */
export function findObjectBefore(asked: Understanding, lead: Span): Word | undefined {
	const { plain, words } = asked;
	const holder = words.find(({ start, end }) => start < lead.start && end >= lead.end);
	const before = holder ?? words.findLast(({ end }) => end <= lead.start && isBlank(plain.slice(end, lead.start)));
	if (before === undefined) return undefined;
	const end = Math.min(before.end, lead.start);
	const start = findStart(asked, { ...before, end });
	const text = plain.slice(start, end);
	// A negation within a word of the dictionary is part of it.
	const isTogether = end === lead.start && (holder === undefined || holder.isUnknown === true);
	return isNameable({ text }, isTogether) ? { text, start, end } : undefined;
}

/** A dictionary splits some words too far: a character alone may belong to what stands before it, as in 持ち手. */
function findStart(asked: Understanding, { start, end }: Span): number {
	const { plain, words, rules } = asked;
	const character = plain.slice(start, end);
	const previous = words.find((word) => word.end === start);
	if (previous === undefined || rules.stopWords.has(previous.text) || !isCharacter(character)) return start;
	const goesOn = !isHan(character) || /\p{Script=Hiragana}$/u.test(previous.text);
	return goesOn || isKnown(asked, plain.slice(previous.start, end)) ? previous.start : start;
}
