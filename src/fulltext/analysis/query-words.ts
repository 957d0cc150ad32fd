/** The forms in which a word of a query is searched for, derived from parsing. */
import { type FormQuality, formQualities, type QueryForm, type QueryPrefix, type QueryWord } from './analyzed-query.ts';
import type { ChunkJoin } from './chunk-joins.ts';
import type { InflectionRules } from './language.ts';
import type { ChunkPart } from './parse-chunk.ts';
import { loosePrefix, stemPrefix } from './token-buffer.ts';

export interface QueryWordOptions {
	/** Terms that stand for this word alone: a number with its unit, or thousands. */
	readonly joins: readonly ChunkJoin[];
	readonly isOptional: boolean;
	readonly isPrefix: boolean;
	/** Undefined where all words with one stem are inflections of each other. */
	readonly inflections: InflectionRules | undefined;
	/**
	 * Whether the language has letters that foreign keyboards lack. Then loose terms are foreign spellings rather than
	 * subwords.
	 */
	readonly hasOwnLetters: boolean;
}

const prefixLooseLengthMin = 2;

export function toQueryWord(
	part: ChunkPart,
	{ joins, isOptional, isPrefix, inflections, hasOwnLetters }: QueryWordOptions,
): QueryWord {
	const { word, signed, subwords, stem, otherSpellings } = part;
	const text = signed ?? word;
	const forms: QueryForm[] = [toForm([text], toTextQuality(part, joins))];
	for (const { term, isUnit } of joins)
		if (term !== text) forms.push(toForm([term], isUnit ? formQualities.unit : formQualities.joined));

	const isPlain = subwords.length === 0;
	const looseQuality = hasOwnLetters && part.number === undefined ? formQualities.variant : formQualities.part;
	// For documents written on a foreign keyboard. Their loose terms are not used: får and fär are spelled alike there,
	// and differ.
	const spellings = [...otherSpellings];
	if (signed !== undefined) spellings.push(word);
	if (isPlain && looseQuality === formQualities.variant) spellings.push(loosePrefix + word);
	if (spellings.length > 0) forms.push(toForm(spellings, formQualities.variant));
	if (stem !== undefined) forms.push(...toStemForms(word, stem, { inflections, hasOwnLetters }));
	if (isPlain && looseQuality === formQualities.part) forms.push(toForm([loosePrefix + word], formQualities.part));
	if (!isPlain)
		forms.push({ choices: subwords.map((subword) => [subword, loosePrefix + subword]), quality: formQualities.part });
	return {
		text,
		key: stem ?? text,
		forms,
		isOptional,
		isFiller: isOptional,
		isContinued: false,
		isTypoTolerant: isPlain && part.number === undefined && signed === undefined,
		prefixes: isPrefix ? toPrefixes(text, isPlain, looseQuality) : [],
	};
}

/** The number of `27"` without its unit is only a part of what was typed. */
function toTextQuality({ number }: ChunkPart, joins: readonly ChunkJoin[]): FormQuality {
	const isBareNumber = number !== undefined && joins.some(({ isUnit }) => isUnit);
	return isBareNumber ? formQualities.part : formQualities.exact;
}

/**
 * A document has the stem as a separate term only where it differs from the word. Stemmers remove too much from some
 * words (Hungarian telefon: telef, but telefonok: telefon). So documents whose stem is the word itself match too. What they
 * remove beyond inflections makes one stem of words that only come from the same root: generator, generic, general.
 */
function toStemForms(
	word: string,
	stem: string,
	{ inflections, hasOwnLetters }: Pick<QueryWordOptions, 'inflections' | 'hasOwnLetters'>,
): readonly QueryForm[] {
	const terms = stem === word ? [] : [stem, stemPrefix + stem];
	terms.push(stemPrefix + word);
	if (hasOwnLetters && stem !== word) terms.push(loosePrefix + stem);
	if (inflections === undefined || word.length - stem.length <= inflections.lengthMax)
		return [toForm(terms, formQualities.stem)];
	return [toForm(inflections.listNumberForms(word), formQualities.stem), toForm(terms, formQualities.relative)];
}

function toPrefixes(text: string, isPlain: boolean, looseQuality: FormQuality): QueryPrefix[] {
	const prefixes: QueryPrefix[] = [{ term: text, quality: formQualities.exact }];
	if (isPlain && text.length >= prefixLooseLengthMin)
		prefixes.push({ term: loosePrefix + text, quality: looseQuality });
	return prefixes;
}

export interface BigramTraits extends Pick<QueryWord, 'isOptional' | 'isFiller' | 'isContinued'> {
	/** Whether it is a single character. */
	readonly isSingle: boolean;
}

/** A bigram, or a single character of a script without blanks, which stands for all bigrams that start with it. */
export function toBigramWord(term: string, { isSingle, isOptional, isFiller, isContinued }: BigramTraits): QueryWord {
	return {
		text: term,
		key: term,
		forms: [toForm([term], formQualities.exact)],
		isOptional,
		isFiller,
		isTypoTolerant: false,
		isContinued,
		prefixes: isSingle ? [{ term, quality: formQualities.exact }] : [],
	};
}

/** A form of one choice. */
export function toForm(terms: readonly string[], quality: FormQuality): QueryForm {
	const distinct = terms.length === 1 ? terms : terms.filter((term, index) => terms.indexOf(term) === index);
	return { choices: [distinct], quality };
}
