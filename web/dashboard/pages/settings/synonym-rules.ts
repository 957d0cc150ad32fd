/** Rules of synonyms as texts: typed, compared, and in files. The server checks them; here only their form is. */
import { parseCsv, toCsv } from './csv.ts';
import type { SynonymRule } from './wire.ts';

/** What shoppers type for a rule to apply. */
export function listTyped(rule: SynonymRule): readonly string[] {
	return 'words' in rule ? rule.words : rule.from;
}

export function listFound(rule: SynonymRule): readonly string[] {
	return 'words' in rule ? [] : rule.to;
}

/** Phrases between commas or on lines of their own, without blanks around them and none twice. */
export function splitPhrases(text: string): readonly string[] {
	const phrases = text.split(/[,\n]/).map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '));
	return [...new Set(phrases.filter((phrase) => phrase !== ''))];
}

/** The same for rules that say the same, whatever the order and case of their words. */
export function toRuleKey(rule: SynonymRule): string {
	const toKey = (phrases: readonly string[]) => phrases.map((phrase) => phrase.toLowerCase()).sort();
	return JSON.stringify([toKey(listTyped(rule)), toKey(listFound(rule)), 'words' in rule]);
}

/** `tv, television` or `sneaker => shoe, trainers`, as the command line writes it. */
export function formatRule(rule: SynonymRule): string {
	const found = listFound(rule);
	const typed = listTyped(rule).join(', ');
	return 'words' in rule ? typed : `${typed} => ${found.join(', ')}`;
}

export function matchesText(rule: SynonymRule, text: string): boolean {
	return formatRule(rule).toLowerCase().includes(text.trim().toLowerCase());
}

/** Adds rules that are not there yet, in front. */
export function addRules(rules: readonly SynonymRule[], added: readonly SynonymRule[]): readonly SynonymRule[] {
	const seen = new Set(rules.map(toRuleKey));
	const fresh = added.filter((rule) => {
		const key = toRuleKey(rule);
		return seen.has(key) ? false : seen.add(key);
	});
	return [...fresh, ...rules];
}

export interface ReadRules {
	readonly rules: readonly SynonymRule[];
	/** Lines, rows or members that are no rules, counted from 1. */
	readonly refused: readonly { readonly at: number; readonly text: string }[];
}

const csvHead = ['words', 'to'] as const;

/**
 * Reads a file of rules: JSON as the API has it, CSV with the columns `words` and `to`, or lines as the command line
 * writes them. What is empty in the column `to` is a rule whose words find each other.
 */
export function readRules(text: string): ReadRules {
	const content = text.replace(/^\ufeff/, '').trim();
	if (/^[[{]/.test(content)) return readJson(content);
	if (/^"?words"?\s*[,;\t]/i.test(content)) {
		const [, ...rows] = parseCsv(content);
		return collect(
			rows.map(([words = '', to = '']) => ({ text: `${words} => ${to}`, rule: toRule(words, to) })),
			2,
		);
	}
	const lines = content.split(/\r?\n/).map((line) => line.trim());
	return collect(
		lines.flatMap((line) => {
			if (line === '' || line.startsWith('#')) return [];
			const [words = '', to = '', ...more] = line.split('=>');
			return { text: line, rule: more.length > 0 ? undefined : toRule(words, to) };
		}),
		1,
	);
}

export function toCsvFile(rules: readonly SynonymRule[]): string {
	return toCsv([csvHead, ...rules.map((rule) => [listTyped(rule).join(', '), listFound(rule).join(', ')])]);
}

function readJson(content: string): ReadRules {
	const parsed = parseJson(content);
	const list: unknown = Array.isArray(parsed) ? parsed : (parsed as { synonyms?: unknown } | undefined)?.synonyms;
	if (!Array.isArray(list)) return { rules: [], refused: [{ at: 1, text: content.slice(0, 80) }] };
	return collect(
		list.map((value: unknown) => ({ text: JSON.stringify(value).slice(0, 80), rule: toRuleOfJson(value) })),
		1,
	);
}

function parseJson(content: string): unknown {
	try {
		return JSON.parse(content);
	} catch {
		return undefined;
	}
}

function toRuleOfJson(value: unknown): SynonymRule | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const { words, from, to } = value as Readonly<Record<string, unknown>>;
	if (isTexts(words) && from === undefined && to === undefined) return { words };
	return isTexts(from) && isTexts(to) && words === undefined ? { from, to } : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
}

function toRule(words: string, to: string): SynonymRule | undefined {
	const [typed, found] = [splitPhrases(words), splitPhrases(to)];
	if (found.length > 0) return typed.length > 0 ? { from: typed, to: found } : undefined;
	return typed.length > 1 ? { words: typed } : undefined;
}

function collect(
	read: readonly { readonly text: string; readonly rule: SynonymRule | undefined }[],
	first: number,
): ReadRules {
	return {
		rules: read.flatMap(({ rule }) => rule ?? []),
		refused: read.flatMap(({ text, rule }, index) => (rule === undefined ? { at: first + index, text } : [])),
	};
}
