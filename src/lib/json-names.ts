/**
 * The member names of one JSON text, each stored once.
 *
 * Items of one shop are similar, so the name that followed last time is tried first: comparing it is as fast as reading
 * over it, and needs neither a new string nor a hash. Other names are looked up in a `Map`, whose hashes are seeded, so
 * that an attacker cannot choose names that collide.
 */
import type { JsonLexer } from './json-lexer.ts';

export interface JsonName {
	readonly decoded: string;
	/** The first occurrence of the name: its first code unit after the opening quote, and its closing quote. */
	readonly start: number;
	readonly quote: number;
	/** What is wrong with the name, wherever it occurs. */
	readonly fault: string | undefined;
	/** The serial number of the object that had this name last, for detecting duplicate names. */
	seenIn: number;
	/** The name that followed last time. */
	next: JsonName | undefined;
}

export class JsonNames {
	private readonly lexer: JsonLexer;
	private readonly byDecoded = new Map<string, JsonName>();
	private last: JsonName = { decoded: '', start: 0, quote: 0, fault: undefined, seenIn: 0, next: undefined };

	constructor(lexer: JsonLexer) {
		this.lexer = lexer;
	}

	/** Reads the name whose opening quote is next. Throws as the lexer does. */
	read(): JsonName {
		const guess = this.last.next;
		const name = guess !== undefined && this.skipName(guess) ? guess : this.findName();
		this.last.next = name;
		this.last = name;
		return name;
	}

	/** Moves behind `name` if it is the next text, character by character. */
	private skipName(name: JsonName): boolean {
		const { codes, position } = this.lexer;
		const distance = position + 1 - name.start;
		for (let index = name.start; index <= name.quote; index += 1) {
			if (codes[index] !== codes[index + distance]) return false;
		}
		this.lexer.position = name.quote + distance + 1;
		return true;
	}

	private findName(): JsonName {
		const { lexer } = this;
		const start = lexer.position + 1;
		const isEscaped = lexer.readString();
		const quote = lexer.position - 1;
		const decoded = isEscaped
			? (JSON.parse(lexer.text.slice(start - 1, quote + 1)) as string)
			: lexer.text.slice(start, quote);
		const fault = lexer.takeFault() ?? (decoded === '__proto__' ? 'is not allowed as a name' : undefined);
		const known = this.byDecoded.get(decoded);
		if (known !== undefined) return known;
		const name: JsonName = { decoded, start, quote, fault, seenIn: 0, next: undefined };
		this.byDecoded.set(decoded, name);
		return name;
	}
}
