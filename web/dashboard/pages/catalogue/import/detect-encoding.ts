/** How the letters of a file are written. Files seldom say it, so it is guessed, and people can say otherwise. */

/** As `TextDecoder` calls them: what can be chosen, with what spreadsheets and older shop systems write. */
export const encodings = [
	'utf-8',
	'windows-1252',
	'windows-1250',
	'windows-1251',
	'windows-1253',
	'windows-1254',
	'windows-1255',
	'windows-1256',
	'windows-1257',
	'windows-1258',
	'shift_jis',
	'euc-jp',
	'gb18030',
	'big5',
	'euc-kr',
	'windows-874',
	'utf-16le',
	'utf-16be',
] as const;

const declarationLength = 200;

/**
 * What a file is written in, by its first bytes: UTF-16 by its mark or its zeros, XML by its declaration, UTF-8 where the
 * bytes are that, and otherwise what spreadsheets of western offices write.
 * @returns a name that `TextDecoder` knows
 */
export function detectEncoding(bytes: Uint8Array): string {
	const [first = 1, second = 1, third = 1, fourth = 1] = bytes;
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (second === 0 && fourth === 0 && first !== 0) return 'utf-16le';
	if (first === 0 && third === 0 && second !== 0) return 'utf-16be';
	return findDeclared(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
}

function findDeclared(bytes: Uint8Array): string | undefined {
	const head = String.fromCharCode(...bytes.subarray(0, declarationLength));
	const name = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1];
	if (name === undefined) return undefined;
	try {
		return new TextDecoder(name).encoding;
	} catch {
		// A name that no browser knows says nothing.
		return undefined;
	}
}

function isUtf8(bytes: Uint8Array): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
		return true;
	} catch {
		return false;
	}
}
