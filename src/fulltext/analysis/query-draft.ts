/**
 * The words of a query before their forms are made: those that documents have of the same text, apart from what runs of scripts
 * without blanks are cut into. A unit behind a number ends there: `28厘米锅` has 28 and 厘米, which are 28cm together, and 锅.
 */
import { isWordEnd, toCharacterEnd, toRunBigrams } from './bigrams.ts';
import type { ChunkJoin } from './chunk-joins.ts';
import { loosenNumberSigns } from './number-signs.ts';
import { type ChunkPart, type ChunkRules, parseChunk } from './parse-chunk.ts';
import { createRunUnits, type RunExtent, type RunUnit } from './run-units.ts';
import { scanText } from './scan-text.ts';

export interface QueryDraftOptions {
	readonly rules: ChunkRules;
	readonly lowerUnit: Uint16Array;
	readonly stopWords: ReadonlySet<string>;
	readonly requestWords: ReadonlySet<string>;
}

/** A word before its forms are made; `part` is undefined for a bigram. */
export interface DraftWord {
	readonly text: string;
	readonly part: ChunkPart | undefined;
	readonly joins: ChunkJoin[];
	readonly isSingle: boolean;
	readonly isOptional: boolean;
	readonly isStopWord: boolean;
	/** Whether it only asks, where there are others. */
	readonly isRequest: boolean;
	readonly isContinued: boolean;
	/** Whether the sign of degrees is behind it: `n°`. */
	readonly hasDegreeSign: boolean;
}

export interface QueryDraft {
	readonly words: DraftWord[];
	/** Joins of several words; `firstPart` counts words of the query. */
	readonly joins: ChunkJoin[];
}

/** @returns a function that never throws. Cost: about 5 µs for each word. */
export function createQueryDrafter({
	rules,
	lowerUnit,
	stopWords,
	requestWords,
}: QueryDraftOptions): (text: string, hasStopWords: boolean) => QueryDraft {
	const { code } = rules.language;
	const findRunUnit = createRunUnits(rules.unitOf);

	function toBigrams(run: string, hasStopWords: boolean): DraftWord[] {
		return toRunBigrams(run, code).flatMap(({ text: bigram, isInsideWord, isContinued }) => {
			const term = rules.folding.fold(bigram);
			if (term === '' || !term.isWellFormed()) return [];
			const isStopWord = hasStopWords && stopWords.has(term);
			return {
				text: term,
				part: undefined,
				joins: [],
				isSingle: toCharacterEnd(bigram, 0, bigram.length) === bigram.length,
				isOptional: !isInsideWord || isStopWord,
				isStopWord,
				isRequest: false,
				isContinued,
				hasDegreeSign: false,
			};
		});
	}

	/** A name of a unit within a longer word of the dictionary is none: 米色. */
	function findUnit(text: string, run: RunExtent): RunUnit | undefined {
		const unit = findRunUnit(text, run);
		const isWhole = unit !== undefined && isWordEnd(text.slice(run.start, run.end), unit.end - run.start, code);
		return isWhole ? unit : undefined;
	}

	return function draft(text, hasStopWords) {
		const words: DraftWord[] = [];
		const joins: ChunkJoin[] = [];
		/** What a unit may follow, and where it ends. */
		let number: string | undefined;
		let numberEnd = 0;
		scanText(text, lowerUnit, {
			onChunk({ text: source, start, end }) {
				const chunk = parseChunk(source.slice(start, end), rules);
				const first = words.length;
				for (const [index, part] of chunk.parts.entries()) {
					const isStopWord = hasStopWords && stopWords.has(part.word);
					words.push({
						text: part.signed ?? part.word,
						part,
						joins: chunk.joins.filter((join) => join.isWhole && join.partCount === 1 && join.firstPart === index),
						isSingle: false,
						isContinued: false,
						isOptional: isStopWord,
						isStopWord,
						isRequest: hasStopWords && requestWords.has(part.word),
						hasDegreeSign: index === 0 && source.charAt(start + part.word.length) === '°',
					});
				}
				for (const join of chunk.joins)
					if (join.isWhole && join.partCount > 1) joins.push({ ...join, firstPart: first + join.firstPart });
				number = chunk.isOpen ? chunk.parts.at(-1)?.number : undefined;
				numberEnd = end;
			},
			onRun(source, start, end) {
				const isBehind = number !== undefined && isBlank(source.slice(numberEnd, start));
				const unit = isBehind ? findUnit(source, { start, end, isApart: numberEnd < start }) : undefined;
				const unitEnd = unit?.end ?? start;
				const unitWords = toBigrams(source.slice(start, unitEnd), hasStopWords);
				if (unit !== undefined)
					joins.push({ ...toNeighbourJoin(number + unit.unit, words.length - 1, unitWords.length + 1), isUnit: true });
				words.push(...unitWords, ...toBigrams(source.slice(unitEnd, end), hasStopWords));
				number = undefined;
			},
		});
		return { words: hasStopWords ? loosenNumberSigns(words) : words, joins };
	};
}

/** What whole words form together. */
export function toNeighbourJoin(term: string, firstPart: number, partCount: number): ChunkJoin {
	return { term, firstPart, partCount, isWhole: true, isUnit: false, isWord: false };
}

function isBlank(text: string): boolean {
	return text.trim() === '';
}
