/**
 * Text in which wordings are looked up: without case, accents and width, with plain quotes and Latin signs in numbers,
 * and with every character where it was.
 *
 *     Für unter ２００ €  →  fur unter 200 €
 */
import { toBase } from '../analysis/fold.ts';

const known = new Map<string, string>();
const knownMax = 4_096;

/** The folded text, of the same length: a character that folds to several stays as it is. Cost: O(length). */
export function toPlainText(text: string): string {
	let plain = '';
	for (let at = 0; at < text.length; at++) plain += toPlainUnit(text.charAt(at));
	return plain;
}

function toPlainUnit(unit: string): string {
	if (unit >= 'a' && unit <= 'z') return unit;
	const cached = known.get(unit);
	if (cached !== undefined) return cached;
	const candidates = [toFolded(unit), unit.normalize('NFKC').toLowerCase(), unit.toLowerCase()];
	const plain = candidates.find((candidate) => candidate.length === 1) ?? unit;
	if (known.size >= knownMax) known.clear();
	known.set(unit, plain);
	return plain;
}

function toFolded(unit: string): string {
	const lower = unit.normalize('NFKC').toLowerCase();
	// Compatible with two primes.
	if (unit === '″') return '"';
	if (/\s/.test(lower)) return ' ';
	if (lower === '’' || lower === 'ʼ') return "'";
	if (/[‐‑‒–—−〜～]/.test(lower)) return '-';
	if (/[“”„]/.test(lower)) return '"';
	if (lower === '′' || lower === '٬') return "'";
	if (lower === '٫') return '.';
	return lower.length === 1 ? toBase(lower) : lower;
}
