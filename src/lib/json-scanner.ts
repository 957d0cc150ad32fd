/**
 * Reads JSON text without building values: where are the entries, where are their members, is all of it clean?
 *
 * Items are kept as the text the shop sent, so a write needs the positions of the members, not their values. One pass
 * over the text checks the grammar (RFC 8259) and what we refuse beyond it:
 *
 *     text     [ {"id":"7", "price":6.0}, {"id":"8", "id":"9"} ]
 *     entries    └──────── 0 ─────────┘  └──────── 1 ───────┘ fault: id: is given twice
 *     members     "id" 7..10  "price" 20..23
 *
 * Grammar errors end the scan, as nothing after them can be trusted. Everything else is a fault of the entry it stands
 * in, so that one bad item does not take its batch down with it. Nesting is counted on a stack of our own: no depth of
 * the input can overflow ours. Cost: O(text length), about 150 MB/s.
 */

export const nestingDepthMax = 32;
export const membersPerObjectMax = 10_000;

/** A member of an entry: its decoded name, and its value as `text.slice(valueStart, valueEnd)`. */
export interface JsonMember {
	readonly name: string;
	readonly valueStart: number;
	readonly valueEnd: number;
}

export interface JsonFault {
	/** Dotted path of the offending member inside its entry; empty for the entry itself. */
	readonly path: string;
	readonly reason: string;
}

export interface JsonEntry {
	readonly start: number;
	readonly end: number;
	readonly kind: 'object' | 'array' | 'scalar';
	/** In the order of the text; empty unless `kind` is `object`. */
	readonly members: readonly JsonMember[];
	/** The first thing wrong with this entry. */
	readonly fault: JsonFault | undefined;
}

/** The entries of a root array in order; a root of any other kind is its own single entry. */
export interface JsonScan {
	readonly isArray: boolean;
	readonly entries: readonly JsonEntry[];
}

/** The text is not JSON; `offset` counts UTF-16 code units from its start. */
export class JsonSyntaxError extends Error {
	readonly offset: number;

	constructor(message: string, offset: number) {
		super(message);
		this.name = 'JsonSyntaxError';
		this.offset = offset;
	}
}

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Fewer characters than this cannot overflow a double unless there is an exponent. */
const longNumberLength = 300;

/**
 * Scans a whole JSON document.
 * @throws {JsonSyntaxError} when the text is not one JSON value.
 */
export function scanJson(text: string): JsonScan {
	return new Scanner(text).scan();
}

type ScannedValue = JsonEntry['kind'];

/** One container that is open: what it is, the name it stands under, and for objects the names seen so far. */
interface Frame {
	isObject: boolean;
	name: string;
	names: Set<string> | undefined;
	childCount: number;
}

class Scanner {
	private readonly text: string;
	private position = 0;
	private readonly frames: Frame[] = [];
	private rootIsArray = false;
	private entries: JsonEntry[] = [];
	private entryStart = 0;
	private members: JsonMember[] = [];
	private memberName = '';
	private memberStart = 0;
	private fault: JsonFault | undefined;

	constructor(text: string) {
		this.text = text;
	}

	scan(): JsonScan {
		this.skipSpace();
		this.rootIsArray = this.text.charCodeAt(this.position) === openBracket;
		let isDone = false;
		while (!isDone) {
			const value = this.scanValue();
			isDone = value !== undefined && this.endValue(value);
		}
		this.skipSpace();
		if (this.position < this.text.length) this.refuse('text after the end of the JSON value');
		return { isArray: this.rootIsArray, entries: this.entries };
	}

	/** Frames that enclose an entry: none, or the root array. */
	private get entryDepth(): number {
		return this.rootIsArray ? 1 : 0;
	}

	/** Reads a scalar or an empty container, or opens a container. @returns the value that is complete, if one is. */
	private scanValue(): ScannedValue | undefined {
		this.skipSpace();
		const start = this.position;
		if (this.frames.length === this.entryDepth) {
			this.entryStart = start;
			this.members = [];
			this.fault = undefined;
		}
		const code = this.text.charCodeAt(start);
		if (code === openBrace || code === openBracket) return this.openContainer(code === openBrace);
		if (code === quote) this.scanString();
		else if (code === 0x74) this.scanWord('true');
		else if (code === 0x66) this.scanWord('false');
		else if (code === 0x6e) this.scanWord('null');
		else this.scanNumber();
		return 'scalar';
	}

	private openContainer(isObject: boolean): ScannedValue | undefined {
		this.position += 1;
		const parent = this.frames[this.frames.length - 1];
		this.frames.push({ isObject, name: parent?.isObject ? this.memberName : '', names: undefined, childCount: 0 });
		if (this.frames.length - this.entryDepth > nestingDepthMax) this.blame(`is nested deeper than ${nestingDepthMax}`);
		this.skipSpace();
		if (this.text.charCodeAt(this.position) === (isObject ? closeBrace : closeBracket)) return this.closeContainer();
		if (isObject) this.scanName();
		return undefined;
	}

	private closeContainer(): ScannedValue {
		const frame = this.frames.pop() as Frame;
		this.position += 1;
		this.memberName = frame.name;
		return frame.isObject ? 'object' : 'array';
	}

	/** Books a complete value and closes every container that ends with it. @returns whether the document is complete. */
	private endValue(first: ScannedValue): boolean {
		let value = first;
		for (;;) {
			this.book(value);
			const frame = this.frames[this.frames.length - 1];
			if (frame === undefined) return true;
			this.skipSpace();
			const code = this.text.charCodeAt(this.position);
			if (code === comma) {
				this.position += 1;
				if (frame.isObject) this.scanName();
				return false;
			}
			if (code !== (frame.isObject ? closeBrace : closeBracket)) {
				this.refuse(frame.isObject ? 'expected "," or "}"' : 'expected "," or "]"');
			}
			value = this.closeContainer();
		}
	}

	/** Notes a complete value where it is an entry, or a member of one. */
	private book(kind: ScannedValue): void {
		const depth = this.frames.length;
		if (depth === this.entryDepth) {
			const { entryStart: start, position: end, members, fault } = this;
			this.entries.push({ start, end, kind, members, fault });
		} else if (depth === this.entryDepth + 1 && this.frames[depth - 1]?.isObject) {
			this.members.push({ name: this.memberName, valueStart: this.memberStart, valueEnd: this.position });
		}
	}

	private scanName(): void {
		this.skipSpace();
		if (this.text.charCodeAt(this.position) !== quote) this.refuse('expected a member name in double quotes');
		const start = this.position;
		const isEscaped = this.scanString();
		const raw = this.text.slice(start, this.position);
		const name = isEscaped ? (JSON.parse(raw) as string) : raw.slice(1, -1);
		this.checkName(name);
		this.skipSpace();
		if (this.text.charCodeAt(this.position) !== colon) this.refuse('expected ":"');
		this.position += 1;
		this.memberName = name;
		if (this.frames.length === this.entryDepth + 1) {
			this.skipSpace();
			this.memberStart = this.position;
		}
	}

	private checkName(name: string): void {
		const frame = this.frames[this.frames.length - 1] as Frame;
		this.memberName = name;
		frame.childCount += 1;
		if (frame.childCount > membersPerObjectMax) this.blame(`stands among more than ${membersPerObjectMax} members`);
		if (name === '__proto__') this.blame('is not allowed as a name');
		if (frame.names === undefined) frame.names = new Set([name]);
		else if (frame.names.has(name)) this.blame('is given twice');
		else frame.names.add(name);
	}

	/** @returns whether the string has an escape sequence. */
	private scanString(): boolean {
		const { text } = this;
		let position = this.position + 1;
		let isEscaped = false;
		for (;;) {
			const code = text.charCodeAt(position);
			if (code === quote) break;
			if (code === backslash) {
				isEscaped = true;
				position = this.scanEscape(position);
			} else if (code >= 0x20) position += 1;
			else this.refuse(position < text.length ? 'a control character inside a string' : 'unexpected end', position);
		}
		const start = this.position;
		this.position = position + 1;
		if (isEscaped) this.checkEscapes(start);
		return isEscaped;
	}

	private scanEscape(position: number): number {
		const code = this.text.charCodeAt(position + 1);
		if (code === 0x75) {
			if (!/^[0-9a-fA-F]{4}$/.test(this.text.slice(position + 2, position + 6))) {
				this.refuse('a bad \\u escape', position);
			}
			return position + 6;
		}
		if (!'"\\/bfnrt'.includes(this.text.charAt(position + 1)) || Number.isNaN(code))
			this.refuse('a bad escape', position);
		return position + 2;
	}

	/** Lone surrogates and NUL can only come in as escapes: the text itself was decoded from valid UTF-8. */
	private checkEscapes(start: number): void {
		const raw = this.text.slice(start, this.position);
		if (!raw.includes('\\u')) return;
		const value = JSON.parse(raw) as string;
		if (!value.isWellFormed()) this.blame('has half of a surrogate pair');
		else if (value.includes('\0')) this.blame('has a NUL character');
	}

	private scanNumber(): void {
		numberPattern.lastIndex = this.position;
		const literal = numberPattern.exec(this.text)?.[0];
		if (literal === undefined) {
			this.refuse(this.position < this.text.length ? 'unexpected character' : 'unexpected end');
		} else {
			this.position += literal.length;
			const mayOverflow = literal.length >= longNumberLength || literal.includes('e') || literal.includes('E');
			if (mayOverflow && !Number.isFinite(Number(literal))) this.blame('is a number out of range');
		}
	}

	private scanWord(word: string): void {
		if (!this.text.startsWith(word, this.position)) this.refuse('unexpected character');
		this.position += word.length;
	}

	private skipSpace(): void {
		const { text } = this;
		let position = this.position;
		for (;;) {
			const code = text.charCodeAt(position);
			if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
			position += 1;
		}
		this.position = position;
	}

	/** Notes the first fault of the entry being scanned. */
	private blame(reason: string): void {
		if (this.fault !== undefined) return;
		const names = this.frames.slice(this.entryDepth + 1).map((frame) => frame.name);
		const inObject = this.frames[this.frames.length - 1]?.isObject === true;
		if (inObject && this.frames.length > this.entryDepth) names.push(this.memberName);
		const path = names.filter((name) => name !== '').slice(0, 8);
		this.fault = { path: path.join('.').slice(0, 200), reason };
	}

	private refuse(reason: string, offset = this.position): never {
		throw new JsonSyntaxError(`${reason} at character ${offset}`, offset);
	}
}
