/** Synonym rules as text, one in each line: `tv, television` for both ways, `sneaker => shoe, trainers` for one. */

/** As the API has it. */
export interface SynonymRule {
	readonly words?: readonly string[];
	readonly from?: readonly string[];
	readonly to?: readonly string[];
}

export type LineProblem = 'emptySide' | 'twoArrows' | 'oneWord';

export interface ReadLines {
	readonly rules: readonly SynonymRule[];
	/** The number of the line of each rule, counted from 1. */
	readonly lines: readonly number[];
	readonly problem: { readonly line: number; readonly kind: LineProblem } | undefined;
}

export function toSynonymLines(rules: readonly SynonymRule[]): string {
	return rules.map(toLine).join('\n');
}

function toLine({ words, from = [], to = [] }: SynonymRule): string {
	return words === undefined ? `${from.join(', ')} => ${to.join(', ')}` : words.join(', ');
}

/**
 * Empty lines mean nothing. A line that stands for one of the `known` rules is that rule, also where its words have commas.
 */
export function readSynonymLines(text: string, known: readonly SynonymRule[]): ReadLines {
	const byLine = new Map(known.map((rule) => [toLine(rule), rule]));
	const rules: SynonymRule[] = [];
	const lines: number[] = [];
	for (const [at, written] of text.split('\n').entries()) {
		const line = written.trim();
		if (line === '') continue;
		const rule = byLine.get(line) ?? readLine(line);
		if (typeof rule === 'string') return { rules, lines, problem: { line: at + 1, kind: rule } };
		rules.push(rule);
		lines.push(at + 1);
	}
	return { rules, lines, problem: undefined };
}

function readLine(line: string): SynonymRule | LineProblem {
	const [first = '', second, ...more] = line.split('=>').map(splitPhrases);
	if (more.length > 0) return 'twoArrows';
	if (second === undefined) return first.length < 2 ? 'oneWord' : { words: [...first] };
	return first.length === 0 || second.length === 0 ? 'emptySide' : { from: [...first], to: second };
}

/** Words and phrases between commas. */
export function splitPhrases(text: string): readonly string[] {
	return text
		.split(',')
		.map((phrase) => phrase.trim())
		.filter(Boolean);
}
