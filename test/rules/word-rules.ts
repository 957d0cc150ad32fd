/** Identifiers use the words of docs/glossary.md, not those that its last table replaces. */
import { stripComments } from './import-lines.ts';
import type { SourceFiles } from './source-files.ts';

const tablePattern = /^## Replaced words\n([\s\S]*)/m;
const rowPattern = /^\| ([^|]+) \| [^|]+ \|$/gm;
const stringPattern = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const insertionPattern = /\$\{[^}]*\}/g;
const templatePattern = /`(?:\\.|[^`\\])*`/g;
const identifierPattern = /[A-Za-z_$][\w$]*/g;
/** Foreign terms: of Unicode for U+FEFF, and of Prometheus. */
const foreignTerms = /byte order mark|resident memory/g;

/** The words in the first column of the glossary's last table; an entry may have two words: `give way`. */
export function readReplacedWords(glossary: string): readonly string[] {
	const [, table = ''] = tablePattern.exec(glossary) ?? [];
	const cells = [...table.matchAll(rowPattern)].map(([, cell = '']) => cell.trim());
	return cells.filter((cell) => cell !== 'not' && !/^-+$/.test(cell)).flatMap((cell) => cell.split(', '));
}

/** @returns one sentence for each identifier of a file that has a replaced word in any of its forms */
export function findReplacedWords(files: SourceFiles, replaced: readonly string[]): string[] {
	const forms = new RegExp(` (?:${replaced.map(toForms).join('|')}) `);
	return [...files].flatMap(([path, text]) => {
		const identifiers = new Set(stripTexts(stripComments(text)).match(identifierPattern));
		const found = [...identifiers].filter((name) => forms.test(` ${toWords(name).replaceAll(foreignTerms, '')} `));
		return found.map((name) => `${path}: "${name}" has a word that docs/glossary.md replaces`);
	});
}

function toForms(word: string): string {
	const stem = word.replace(/(y|e)$/, '');
	return stem === word ? `${word}(?:s|ed)?` : `(?:${word}s?|${stem}(?:i?ed|ies))`;
}

function toWords(identifier: string): string {
	return identifier
		.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
		.replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.replaceAll(/[_$]+/g, ' ')
		.toLowerCase()
		.trim();
}

function stripTexts(code: string): string {
	const withoutStrings = code.replaceAll(stringPattern, "''");
	return withoutStrings.replaceAll(templatePattern, (text) => (text.match(insertionPattern) ?? []).join(' '));
}
