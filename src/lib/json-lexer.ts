/**
 * The tokens of JSON text (RFC 8259), without their values. A read starts at a position in front of a token and moves
 * it behind the token.
 *
 * It works on UTF-16 code units in a typed array, because V8 checks a string's representation at every `charCodeAt`;
 * the copy saves several times its cost. Positions are those of the string. A zero after the last unit ends every loop,
 * as no token contains zero.
 */

/** The text is not JSON; `offset` counts UTF-16 code units from its start. */
export class JsonSyntaxError extends Error {
	readonly offset: number;

	constructor(message: string, offset: number) {
		super(message);
		this.name = 'JsonSyntaxError';
		this.offset = offset;
	}
}

/** The code units that structure JSON text. */
export const jsonCode = {
	quote: 0x22,
	openBrace: 0x7b,
	closeBrace: 0x7d,
	openBracket: 0x5b,
	closeBracket: 0x5d,
	comma: 0x2c,
	colon: 0x3a,
} as const;

const backslash = 0x5c;
const minus = 0x2d;
const letterU = 0x75;
/** Numbers with fewer characters cannot overflow a double unless they have an exponent. */
const longNumberLength = 300;
/** Texts up to this length share one array: a lexer finishes before the next one starts. */
const scratchLength = 64 * 1024;
const scratch = new Uint16Array(scratchLength + 1);

/** The characters that may follow a backslash, besides `u`. */
const isSimpleEscape = new Uint8Array(0x80);
for (const character of '"\\/bfnrt') isSimpleEscape[character.charCodeAt(0)] = 1;

/** The copy of a text that a lexer works on; valid until the next call. */
function toCodes(text: string): Uint16Array {
	const codes = text.length <= scratchLength ? scratch : new Uint16Array(text.length + 1);
	Buffer.from(codes.buffer).write(text, 'utf16le');
	codes[text.length] = 0;
	return codes;
}

export class JsonLexer {
	readonly text: string;
	/** One code unit each. Entries from `text.length` on are meaningless, except that the first of them is 0. */
	readonly codes: Uint16Array;
	/** The position of the next code unit to read. */
	position = 0;
	private fault: string | undefined;

	/** `text` has no lone surrogates. At most one lexer is in use at a time. */
	constructor(text: string) {
		this.text = text;
		this.codes = toCodes(text);
	}

	/** Returns what is wrong with the well-formed strings and numbers read since the last call. */
	takeFault(): string | undefined {
		const { fault } = this;
		if (fault !== undefined) this.fault = undefined;
		return fault;
	}

	/** Skips white space. @returns the code unit after it, 0 at the end */
	peek(): number {
		const { codes } = this;
		let code = codes[this.position] as number;
		while (code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)) {
			this.position += 1;
			code = codes[this.position] as number;
		}
		return code;
	}

	/** Reads the string that begins at the current position. @returns whether it has an escape sequence */
	readString(): boolean {
		const { codes } = this;
		let position = this.position + 1;
		let code = codes[position] as number;
		while (code !== jsonCode.quote && code !== backslash && code >= 0x20) {
			position += 1;
			code = codes[position] as number;
		}
		this.position = position;
		if (code !== jsonCode.quote) return this.readRestOfString();
		this.position += 1;
		return false;
	}

	private readRestOfString(): boolean {
		const { codes } = this;
		for (;;) {
			const code = codes[this.position] as number;
			if (code === backslash) this.readEscape();
			else if (code < 0x20) {
				throw this.toError(this.isAtEnd() ? 'unexpected end' : 'a control character inside a string');
			} else {
				this.position += 1;
				if (code === jsonCode.quote) return true;
			}
		}
	}

	private readEscape(): void {
		const code = this.codes[this.position + 1] as number;
		if (code === letterU) this.readUnicodeEscape();
		else if (isSimpleEscape[code] === 1) this.position += 2;
		else throw this.toError('a bad escape');
	}

	/**
	 * Lone surrogates and NUL can only occur here: the text was decoded from valid UTF-8, in which the grammar forbids a
	 * raw NUL.
	 */
	private readUnicodeEscape(): void {
		const unit = this.readHexUnit();
		if (unit === 0) this.fault = 'has a NUL character';
		if (unit < 0xd800 || unit > 0xdfff) return;
		const { codes, position } = this;
		const isPair = unit < 0xdc00 && codes[position] === backslash && codes[position + 1] === letterU;
		const low = isPair ? this.readHexUnit() : 0;
		if (low < 0xdc00 || low > 0xdfff) this.fault = 'has half of a surrogate pair';
	}

	/** Reads `\uXXXX`. @returns the code unit it stands for */
	private readHexUnit(): number {
		let unit = 0;
		for (let offset = 2; offset < 6; offset += 1) {
			const code = this.codes[this.position + offset] as number;
			const digit = code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
			const isHex = code <= 0x39 ? digit >= 0 : digit >= 10 && digit <= 15;
			if (!isHex) throw this.toError('a bad \\u escape');
			unit = unit * 16 + digit;
		}
		this.position += 6;
		return unit;
	}

	/** Reads a number or a word that begins with `code`; throws for anything else. */
	readScalar(code: number): void {
		if (code === 0x74) this.readWord('true');
		else if (code === 0x66) this.readWord('false');
		else if (code === 0x6e) this.readWord('null');
		else this.readNumber();
	}

	private readNumber(): void {
		const start = this.position;
		const { codes } = this;
		if (codes[start] === minus) this.position += 1;
		if (codes[this.position] === 0x30) this.position += 1;
		else this.readDigits();
		if (codes[this.position] === 0x2e) {
			this.position += 1;
			this.readDigits();
		}
		const hasExponent = ((codes[this.position] as number) | 0x20) === 0x65;
		if (hasExponent) this.readExponent();
		if (!hasExponent && this.position - start < longNumberLength) return;
		if (!Number.isFinite(Number(this.text.slice(start, this.position)))) this.fault = 'is a number out of range';
	}

	private readExponent(): void {
		const sign = this.codes[this.position + 1];
		this.position += sign === minus || sign === 0x2b ? 2 : 1;
		this.readDigits();
	}

	/** Reads one or more digits. */
	private readDigits(): void {
		const { codes } = this;
		const start = this.position;
		let position = start;
		let code = codes[position] as number;
		while (code >= 0x30 && code <= 0x39) {
			position += 1;
			code = codes[position] as number;
		}
		this.position = position;
		if (position === start) throw this.toError(this.isAtEnd() ? 'unexpected end' : 'unexpected character');
	}

	private readWord(word: string): void {
		if (!this.text.startsWith(word, this.position)) throw this.toError('unexpected character');
		this.position += word.length;
	}

	isAtEnd(): boolean {
		return this.position >= this.text.length;
	}

	/** The error that says why the text is not JSON, at the current position. */
	toError(reason: string): JsonSyntaxError {
		return new JsonSyntaxError(`${reason} at character ${this.position}`, this.position);
	}
}
