/**
 * Parses the words of a command line into options and positionals, and reports all problems at once.
 *
 * `parseArgs` of Node splits the words (`--port=80`, `--port 80`, `-h`, `--`). In strict mode it would stop at the first
 * problem, with a message of its own, so it is used only to tokenize.
 */
import { parseArgs } from 'node:util';
import { findClosestName } from './closest-name.ts';

export interface OptionSpec {
	/** A `switch` takes no value and can be negated (`--no-demo`); a `text` takes one. */
	readonly kind: 'switch' | 'text';
	/** Whether a `text` may be given several times: then all values count. */
	readonly isRepeatable?: boolean;
	/** One letter, for `-h`. */
	readonly short?: string;
}

export type OptionSpecs = { readonly [name: string]: OptionSpec };

export interface ParsedOptions {
	readonly positionals: readonly string[];
	/** By long name; a switch is `true` or `false`. If an option is given twice, the last value counts. */
	readonly values: ReadonlyMap<string, string>;
	/** The values of repeatable options, in order, by long name. */
	readonly lists: ReadonlyMap<string, readonly string[]>;
	/** One sentence each; empty if there are none. */
	readonly problems: readonly string[];
}

/** An option as `parseArgs` reports it. */
interface OptionToken {
	readonly name: string;
	/** As typed, with its dashes. */
	readonly rawName: string;
	readonly value?: string | undefined;
	readonly inlineValue?: boolean | undefined;
}

/** Never throws: problems are in `problems`. */
export function parseOptions(words: readonly string[], specs: OptionSpecs): ParsedOptions {
	const { tokens } = parseArgs({
		args: [...words],
		options: Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, toNodeOption(spec)])),
		strict: false,
		allowPositionals: true,
		tokens: true,
	});
	const positionals: string[] = [];
	const values = new Map<string, string>();
	const lists = new Map<string, string[]>();
	const problems: string[] = [];
	for (const token of tokens) {
		if (token.kind === 'positional') positionals.push(token.value);
		else if (token.kind === 'option') {
			const problem = readOption(token, specs, { values, lists });
			if (problem !== undefined) problems.push(problem);
		}
	}
	return { positionals, values, lists, problems };
}

function toNodeOption(spec: OptionSpec): { type: 'boolean' | 'string'; short?: string } {
	const type = spec.kind === 'switch' ? 'boolean' : 'string';
	return spec.short === undefined ? { type } : { type, short: spec.short };
}

interface ReadValues {
	readonly values: Map<string, string>;
	readonly lists: Map<string, string[]>;
}

/** @returns the problem with the option, if any. */
function readOption(token: OptionToken, specs: OptionSpecs, { values, lists }: ReadValues): string | undefined {
	const positiveName = token.name.replace(/^no-/, '');
	const isNegated = specs[token.name] === undefined && specs[positiveName]?.kind === 'switch';
	const name = isNegated ? positiveName : token.name;
	const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
	if (spec === undefined) {
		const closest = findClosestName(token.name, Object.keys(specs));
		return `unknown option ${token.rawName}${closest === undefined ? '' : ` (did you mean --${closest}?)`}`;
	}
	if (spec.kind === 'switch') {
		if (token.value !== undefined) return `${token.rawName} takes no value`;
		values.set(name, isNegated ? 'false' : 'true');
		return undefined;
	}
	// A value that looks like an option means that the value was forgotten; `--name=--x` is unambiguous.
	if (token.value === undefined || (!token.inlineValue && /^--?[a-z]/.test(token.value))) {
		return `${token.rawName} needs a value`;
	}
	values.set(name, token.value);
	if (spec.isRepeatable === true) lists.set(name, [...(lists.get(name) ?? []), token.value]);
	return undefined;
}
