/** JSON that people write: what is wrong with it, and where. */
import { parseExactly } from './parse-exactly.ts';

export interface JsonFault {
	readonly reason: 'syntax' | 'object';
	/** Both from 1. */
	readonly line: number;
	readonly column: number;
}

export type JsonReading = { readonly value: Readonly<Record<string, unknown>> } | { readonly fault: JsonFault };

/** The object that a text is. */
export function readJsonObject(text: string): JsonReading {
	let value: unknown;
	try {
		value = parseExactly(text);
	} catch {
		return { fault: { reason: 'syntax', ...toPosition(text, findSyntaxFault(text)) } };
	}
	const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isObject ? { value: value as Record<string, unknown> } : { fault: { reason: 'object', line: 1, column: 1 } };
}

const token =
	/\s*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|((?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])))/uy;

/** What may come next; `first` is what may also be the end of an empty list or object. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'more' | 'nothing';

/** The offset of the first character that makes a text no JSON: messages of browsers differ, and some have no position. */
function findSyntaxFault(text: string): number {
	const open: string[] = [];
	let expected: Expected = 'value';
	let offset = 0;
	for (;;) {
		token.lastIndex = offset;
		const [all = '', sign = '', name] = token.exec(text) ?? [];
		const next: Expected | undefined = all === '' ? undefined : step(expected, name === undefined ? sign : '"', open);
		if (next === undefined) return offset + (/^\s*/.exec(text.slice(offset))?.[0].length ?? 0);
		expected = next;
		offset += all.length;
	}
}

/** @param sign a bracket, comma or colon; `"` for a text, and empty for any other value */
function step(expected: Expected, sign: string, open: string[]): Expected | undefined {
	if (sign === '}' || sign === ']') return close(expected, sign, open);
	switch (expected) {
		case 'more':
			if (sign !== ',') return undefined;
			return open.at(-1) === '{' ? 'name' : 'value';
		case 'colon':
			return sign === ':' ? 'value' : undefined;
		case 'name':
		case 'first name':
			return sign === '"' ? 'colon' : undefined;
		case 'nothing':
			return undefined;
		default:
			return beginValue(sign, open);
	}
}

function close(expected: Expected, sign: string, open: string[]): Expected | undefined {
	const isAllowed = expected === 'more' || expected === (sign === '}' ? 'first name' : 'first value');
	if (!isAllowed || open.pop() !== (sign === '}' ? '{' : '[')) return undefined;
	return open.length === 0 ? 'nothing' : 'more';
}

function beginValue(sign: string, open: string[]): Expected | undefined {
	if (sign === ',' || sign === ':') return undefined;
	if (sign === '{' || sign === '[') {
		open.push(sign);
		return sign === '{' ? 'first name' : 'first value';
	}
	return open.length === 0 ? 'nothing' : 'more';
}

function toPosition(text: string, offset: number): { readonly line: number; readonly column: number } {
	const before = text.slice(0, offset).split('\n');
	return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** @returns how many characters of the text are before a position */
export function toOffset(text: string, { line, column }: JsonFault): number {
	const before = text.split('\n').slice(0, line - 1);
	return before.reduce((sum, { length }) => sum + length + 1, 0) + column - 1;
}
