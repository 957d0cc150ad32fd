/**
 * Synonyms as lines of text, in the form that other search engines use:
 *
 *     tv, television, smart tv          each finds the others
 *     sneaker => shoe, trainers         one way
 *
 * Blank lines and lines that begin with a # are ignored.
 */
import { isRecord } from '../api-answer.ts';
import { splitList } from '../split-list.ts';

export interface WireSynonym {
	readonly words?: readonly string[];
	readonly from?: readonly string[];
	readonly to?: readonly string[];
}

/** Undefined for an empty line. The server checks whether the rule makes sense. */
export function parseSynonymLine(line: string): WireSynonym | undefined {
	const text = line.trim();
	if (text === '' || text.startsWith('#')) return undefined;
	const arrow = text.indexOf('=>');
	if (arrow === -1) return { words: toWords(text) };
	return { from: toWords(text.slice(0, arrow)), to: toWords(text.slice(arrow + 2)) };
}

/** The line of a rule. */
export function formatSynonym({ words, from = [], to = [] }: WireSynonym): string {
	return words === undefined ? `${from.join(', ')} => ${to.join(', ')}` : words.join(', ');
}

/** Whether two rules are equal, apart from case and the order of their words. */
export function isSameSynonym(a: WireSynonym, b: WireSynonym): boolean {
	return toComparable(a) === toComparable(b);
}

/** The rules in an answer of the server. */
export function asSynonyms(value: unknown): WireSynonym[] {
	return Array.isArray(value) ? value.filter(isRecord) : [];
}

function toWords(text: string): string[] {
	return splitList(text).map((words) => words.replaceAll(/\s+/g, ' '));
}

function toComparable({ words, from, to }: WireSynonym): string {
	const sort = (list: readonly string[] = []) => list.map((word) => word.toLowerCase()).toSorted();
	return JSON.stringify([sort(words), sort(from), sort(to)]);
}
