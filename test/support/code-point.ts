import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any code point that a text can have, half a surrogate pair excepted. It is what fast-check calls `binary`, which takes
 * half a second to make: it lists all of Unicode.
 */
export const codePoint: fc.Arbitrary<string> = fc
	.oneof(fc.nat(0x7f), fc.nat(0xffff - surrogates.count), fc.nat(0x10ffff - surrogates.count))
	.map((at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count));
