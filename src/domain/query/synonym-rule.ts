/**
 * Words that mean the same in a shop.
 *
 *     two-way   tv = television = smart tv       each finds the others
 *     one-way   sneaker → shoe, trainers         a search for sneaker finds shoe, but not the reverse
 */
import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';

export type SynonymRule =
	| { readonly kind: 'two_way'; readonly phrases: readonly string[] }
	| { readonly kind: 'one_way'; readonly from: readonly string[]; readonly to: readonly string[] };

export const synonymRulesMax = 5_000;
/** On each side of a one-way rule. */
export const phrasesPerRuleMax = 50;
/** For all rules together: a thread prepares them at the first search after a change, at about 20 µs each. */
export const synonymPhrasesMax = 10_000;
export const phraseLengthMax = 100;
/** The most words of a phrase, separated by white space. */
export const phraseWordsMax = 5;

/** @returns every fault of every rule; `name` is the path of the phrase, as in `synonyms.3.from.0`. */
export function findSynonymFaults(field: string, rules: readonly SynonymRule[]): Fault[] {
	if (rules.length > synonymRulesMax) return toFaults(field, `must have at most ${synonymRulesMax} entries`);
	const phraseCount = rules.reduce((sum, rule) => sum + countPhrases(rule), 0);
	if (phraseCount > synonymPhrasesMax) {
		return toFaults(field, `must have at most ${synonymPhrasesMax} words in all, there are ${phraseCount}`);
	}
	return rules.flatMap((rule, index) => findRuleFaults(`${field}.${index}`, rule));
}

/** The number of phrases of a rule, on both sides. */
export function countPhrases(rule: SynonymRule): number {
	return rule.kind === 'two_way' ? rule.phrases.length : rule.from.length + rule.to.length;
}

function findRuleFaults(path: string, rule: SynonymRule): Fault[] {
	if (rule.kind === 'two_way') return findListFaults(`${path}.words`, rule.phrases, 2);
	return [...findListFaults(`${path}.from`, rule.from, 1), ...findListFaults(`${path}.to`, rule.to, 1)];
}

function findListFaults(path: string, phrases: readonly string[], countMin: number): Fault[] {
	if (phrases.length < countMin || phrases.length > phrasesPerRuleMax) {
		return toFaults(path, `must have ${countMin} to ${phrasesPerRuleMax} entries`);
	}
	return phrases.flatMap((phrase, index) => toFaults(`${path}.${index}`, findPhraseProblem(phrase)));
}

/** What is wrong with a word or phrase of an owner; undefined when it is valid. */
export function findPhraseProblem(phrase: string): string | undefined {
	if (phrase.length > phraseLengthMax) return `length must be less than or equal to ${phraseLengthMax}`;
	if (!/[\p{L}\p{N}]/u.test(phrase) || !phrase.isWellFormed()) return 'must have a letter or a digit';
	if (/\p{Cc}/u.test(phrase)) return 'must not contain control characters';
	if ((phrase.match(/\S+/g)?.length ?? 0) > phraseWordsMax) return `must have at most ${phraseWordsMax} words`;
	return undefined;
}
