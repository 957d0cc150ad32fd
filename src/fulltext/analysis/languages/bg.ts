import { common, type Language, type Stemmer } from '../language.ts';
import { loadOramaStemmer } from '../stemmer-packages.ts';

export const bulgarian: Language = {
	code: 'bg',
	aliases: common,
	ownLetters: common,
	digraphs: common,
	hasDotlessI: false,
	elisions: common,
	hasApostropheSuffix: false,
	compoundLinks: common,
	wordEndings: common,
	stemEndings: common,
	loadStemmer: loadBulgarianStemmer,
	inflections: common,
	stopWords:
		'и в във на за от до с със по при без под над или но да не се си е са що като към това този тази тези който която',
	requestWords: common,
	danglingWords: common,
	purposeWords: ['за'],
	nounPosition: common,
	colorWords: common,
	additionWords: common,
	describing: common,
	soundAlikes: common,
	synonyms: common,
	unitNames: common,
	ownUnitNames: common,
	understanding: common,
};

/** The stemmer was ported from Java: it assigns to the characters of its word. */
function loadBulgarianStemmer(): Stemmer {
	const stem = loadOramaStemmer('bulgarian');
	return (word) => stem(toCharacters(word));
}

/** The word as an array of characters with the only string method that the stemmer calls. */
function toCharacters(word: string): string {
	const characters = word.split('');
	const substring = (start: number, end: number) => characters.slice(start, end).join('');
	return Object.assign(characters, { substring }) as unknown as string;
}
