/**
 * Reads JSON text without building values: where are the entries and their members, and are they valid?
 *
 * Items are stored as the text that the shop sent, so a write needs the offsets of the members, not their values. One
 * pass over the text checks the grammar (RFC 8259) and what we reject beyond it:
 *
 *     text     [ {"id":"7", "price":6.0}, {"id":"8", "id":"9"} ]
 *     entries    └──────── 0 ─────────┘  └──────── 1 ───────┘ fault: id: is given twice
 *     members     "id" 7..10  "price" 20..23
 *
 * Grammar errors end the scan, because nothing after them can be trusted. Everything else is a fault of its entry, so
 * that one bad item does not fail its batch. Nesting is tracked on an explicit stack, so deep input cannot overflow the
 * call stack, and a level costs one byte. Cost: O(text length).
 */
import { JsonLexer, jsonCode } from './json-lexer.ts';
import { type JsonName, JsonNames } from './json-names.ts';

export { JsonSyntaxError } from './json-lexer.ts';

export const nestingDepthMax = 32;
export const membersPerObjectMax = 10_000;

/** A member of an entry: its decoded name, and its value as `text.slice(valueStart, valueEnd)`. */
export interface JsonMember {
	readonly name: string;
	readonly valueStart: number;
	readonly valueEnd: number;
}

export interface JsonFault {
	/** Dotted path of the faulty member inside its entry; empty for the entry itself. */
	readonly path: string;
	readonly reason: string;
}

export interface JsonEntry {
	readonly start: number;
	readonly end: number;
	readonly kind: 'object' | 'array' | 'scalar';
	/** In the order of the text, at most `membersPerObjectMax`; empty unless `kind` is `object`. */
	readonly members: readonly JsonMember[];
	/** The first fault of this entry. */
	readonly fault: JsonFault | undefined;
}

/** The entries of a root array, in order; any other root is its own single entry. */
export interface JsonScan {
	readonly isArray: boolean;
	/** The first entries, as many as were requested. */
	readonly entries: readonly JsonEntry[];
	/** The number of entries in the text. */
	readonly entryCount: number;
}

/** The text has more values than allowed; what follows them was not read. */
export class JsonValueCountError extends Error {
	constructor(valuesMax: number) {
		super(`has more than ${valuesMax} values`);
		this.name = 'JsonValueCountError';
	}
}

export interface JsonScanLimits {
	/** Entries beyond this number are checked and counted, but not returned. */
	readonly entriesMax?: number;
	/** For texts whose values will be built: each value, including containers, costs far more memory than its text. */
	readonly valuesMax?: number;
}

/**
 * Scans a whole JSON document without lone surrogates (text decoded from UTF-8 has none). Nothing is limited unless
 * `limits` says so.
 * @throws {JsonSyntaxError} when the text is not one JSON value
 * @throws {JsonValueCountError} when it has more than `valuesMax` values
 */
export function scanJson(text: string, limits: JsonScanLimits = {}): JsonScan {
	return new Scanner(text, limits).scan();
}

/** An open container that is not too deep to inspect. */
interface Frame {
	/** Counted from 1, in the order of opening. */
	serialNumber: number;
	childCount: number;
	/** The current member; undefined in arrays. */
	name: JsonName | undefined;
	/** The values of `seenIn` before names were seen in this object: an enclosing object may still need them. */
	readonly hidden: { readonly name: JsonName; readonly seenIn: number }[];
}

class Scanner {
	private readonly lexer: JsonLexer;
	private readonly names: JsonNames;
	private readonly entriesMax: number;
	private readonly valuesMax: number;

	private valueCount = 0;
	private readonly entries: JsonEntry[] = [];
	private entryCount = 0;
	private entryStart = 0;
	private members: JsonMember[] = [];
	private memberStart = 0;
	private fault: JsonFault | undefined;

	/** The number of containers around an entry: 0, or 1 for a root array. */
	private entryDepth = 0;
	/** The number of open containers, and by depth - 1 whether each is an object. */
	private depth = 0;
	private isObjectAt = new Uint8Array(64);
	/** By depth - 1, created when first needed and then reused. */
	private readonly frames: Frame[] = [];
	private openedCount = 0;

	constructor(text: string, { entriesMax, valuesMax }: JsonScanLimits) {
		this.lexer = new JsonLexer(text);
		this.names = new JsonNames(this.lexer);
		this.entriesMax = entriesMax ?? Number.POSITIVE_INFINITY;
		this.valuesMax = valuesMax ?? Number.POSITIVE_INFINITY;
	}

	scan(): JsonScan {
		const { lexer } = this;
		const isArray = lexer.peek() === jsonCode.openBracket;
		this.entryDepth = isArray ? 1 : 0;
		let isDone = false;
		while (!isDone) {
			const kind = this.readValue();
			isDone = kind !== undefined && this.endValue(kind);
		}
		lexer.peek();
		if (!lexer.isAtEnd()) throw lexer.toError('text after the end of the JSON value');
		return { isArray, entries: this.entries, entryCount: this.entryCount };
	}

	/** Reads a scalar or an empty container, or opens a container. @returns the kind of the value if it is complete */
	private readValue(): JsonEntry['kind'] | undefined {
		const { lexer } = this;
		const code = lexer.peek();
		this.valueCount += 1;
		if (this.valueCount > this.valuesMax) throw new JsonValueCountError(this.valuesMax);
		if (this.depth <= this.entryDepth + 1) this.beginValue();
		if (code === jsonCode.quote) lexer.readString();
		else if (code === jsonCode.openBrace || code === jsonCode.openBracket) {
			return this.open(code === jsonCode.openBrace);
		} else lexer.readScalar(code);
		const fault = lexer.takeFault();
		if (fault !== undefined) this.noteFault(fault);
		return 'scalar';
	}

	/** Records where an entry, or a value in it, begins. */
	private beginValue(): void {
		if (this.depth > this.entryDepth) {
			this.memberStart = this.lexer.position;
			return;
		}
		this.entryStart = this.lexer.position;
		this.members = [];
		this.fault = undefined;
	}

	private open(isObject: boolean): JsonEntry['kind'] | undefined {
		const { lexer, depth } = this;
		lexer.position += 1;
		if (depth === this.isObjectAt.length) this.growStack();
		this.isObjectAt[depth] = isObject ? 1 : 0;
		this.depth = depth + 1;
		if (this.isTooDeep()) this.noteFault(`is nested deeper than ${nestingDepthMax}`);
		else this.openFrame(depth);
		if (lexer.peek() === (isObject ? jsonCode.closeBrace : jsonCode.closeBracket)) return this.close(isObject);
		if (isObject) this.readName();
		return undefined;
	}

	private growStack(): void {
		const grown = new Uint8Array(this.isObjectAt.length * 2);
		grown.set(this.isObjectAt);
		this.isObjectAt = grown;
	}

	private openFrame(index: number): void {
		this.frames[index] ??= { serialNumber: 0, childCount: 0, name: undefined, hidden: [] };
		const frame = this.frames[index];
		this.openedCount += 1;
		frame.serialNumber = this.openedCount;
		frame.childCount = 0;
		frame.name = undefined;
	}

	private close(isObject: boolean): JsonEntry['kind'] {
		this.lexer.position += 1;
		if (isObject && !this.isTooDeep()) this.showHiddenNames();
		this.depth -= 1;
		return isObject ? 'object' : 'array';
	}

	private showHiddenNames(): void {
		const { hidden } = this.frames[this.depth - 1] as Frame;
		for (let last = hidden.pop(); last !== undefined; last = hidden.pop()) last.name.seenIn = last.seenIn;
	}

	private isTooDeep(): boolean {
		return this.depth - this.entryDepth > nestingDepthMax;
	}

	/**
	 * Records a complete value and closes every container that ends with it. @returns whether the document is complete
	 */
	private endValue(first: JsonEntry['kind']): boolean {
		const { lexer } = this;
		let kind = first;
		for (;;) {
			if (this.depth <= this.entryDepth + 1) this.recordValue(kind);
			if (this.depth === 0) return true;
			const isObject = this.isObjectAt[this.depth - 1] === 1;
			const code = lexer.peek();
			if (code === jsonCode.comma) {
				lexer.position += 1;
				if (isObject) this.readName();
				return false;
			}
			if (code !== (isObject ? jsonCode.closeBrace : jsonCode.closeBracket)) {
				throw lexer.toError(isObject ? 'expected "," or "}"' : 'expected "," or "]"');
			}
			kind = this.close(isObject);
		}
	}

	/** Records a complete value if it is an entry, or a member of one. */
	private recordValue(kind: JsonEntry['kind']): void {
		const end = this.lexer.position;
		const isKept = this.entryCount < this.entriesMax;
		if (this.depth === this.entryDepth) {
			const { entryStart: start, members, fault } = this;
			if (isKept) this.entries.push({ start, end, kind, members, fault });
			this.entryCount += 1;
		} else if (isKept && this.depth === this.entryDepth + 1) {
			const name = this.frames[this.entryDepth]?.name;
			if (name === undefined || this.members.length === membersPerObjectMax) return;
			this.members.push({ name: name.decoded, valueStart: this.memberStart, valueEnd: end });
		}
	}

	/** Reads a member name and its colon. */
	private readName(): void {
		const { lexer } = this;
		if (lexer.peek() !== jsonCode.quote) throw lexer.toError('expected a member name in double quotes');
		if (this.isTooDeep()) lexer.readString();
		else this.checkName(this.names.read());
		if (lexer.peek() !== jsonCode.colon) throw lexer.toError('expected ":"');
		lexer.position += 1;
	}

	private checkName(name: JsonName): void {
		const frame = this.frames[this.depth - 1] as Frame;
		frame.name = name;
		frame.childCount += 1;
		if (frame.childCount > membersPerObjectMax) this.noteFault(`stands among more than ${membersPerObjectMax} members`);
		if (name.fault !== undefined) this.noteFault(name.fault);
		if (name.seenIn === frame.serialNumber) this.noteFault('is given twice');
		if (this.depth > this.entryDepth + 1) frame.hidden.push({ name, seenIn: name.seenIn });
		name.seenIn = frame.serialNumber;
	}

	/** Records the first fault of the current entry. */
	private noteFault(reason: string): void {
		if (this.fault !== undefined) return;
		const path = this.frames
			.slice(this.entryDepth, this.depth)
			.map(({ name }) => name?.decoded ?? '')
			.filter((name) => name !== '')
			.slice(0, 8);
		this.fault = { path: path.join('.').slice(0, 200).toWellFormed(), reason };
	}
}
