/** From markup to the text that people read. */

/** Of descriptions; others stay as they are written. */
const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	ndash: '–',
	mdash: '—',
	hellip: '…',
	bull: '•',
	middot: '·',
	rsquo: '’',
	lsquo: '‘',
	rdquo: '”',
	ldquo: '“',
	laquo: '«',
	raquo: '»',
	trade: '™',
	reg: '®',
	copy: '©',
	deg: '°',
	euro: '€',
	pound: '£',
	times: '×',
	frac12: '½',
	szlig: 'ß',
	oslash: 'ø',
	aelig: 'æ',
};

/** Letters with accents: `eacute` is an e with this sign. */
const accents: Readonly<Record<string, string>> = {
	acute: '\u0301',
	grave: '\u0300',
	uml: '\u0308',
	circ: '\u0302',
	tilde: '\u0303',
	cedil: '\u0327',
	ring: '\u030A',
	caron: '\u030C',
};

/** Without scripts, styles, comments and tags; blocks are lines. The result is text, and no markup that is safe to show as such. */
export function toPlainText(markup: string): string {
	return markup
		.replaceAll(/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' ')
		.replaceAll(/<(?:br|\/?(?:p|div|li|ul|ol|tr|table|h[1-6]|section|article|blockquote))\b[^>]*>/gi, '\n')
		.replaceAll(/<\/?[a-z][^>]*>/gi, ' ')
		.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+\d*);/gi, (whole, name: string) => toSign(name) ?? whole)
		.replaceAll(/[^\S\n]+/g, ' ')
		.replaceAll(/ ?\n[ \n]*/g, '\n')
		.replaceAll(/ (?=[.,;:!?)])/g, '')
		.trim();
}

function toSign(name: string): string | undefined {
	if (name.startsWith('#')) {
		const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
	}
	const [, letter, accent = ''] = /^([a-z])([a-z]+)$/i.exec(name) ?? [];
	const sign = accents[accent];
	return entities[name] ?? (sign === undefined ? undefined : `${letter}${sign}`.normalize('NFC'));
}
