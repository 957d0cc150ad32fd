/**
 * The terms that several subwords of a chunk form together.
 *
 * A join starts at the beginning of a part or stays within one part, so that it is something people would type.
 * `wh-1000xm4` has wh1000xm4, wh1000xm, wh1000, 1000xm and xm4, but not h1000. Words of letters only join as a whole.
 */
import { type ChunkDraft, isNumberSubword } from './chunk-subwords.ts';
import { toCanonicalNumber, type UnitOf } from './units.ts';

/** A term that several subwords form. */
export interface ChunkJoin {
	readonly term: string;
	readonly firstPart: number;
	/** ≥ 1. */
	readonly partCount: number;
	/** Whether it consists of whole parts, so that it can stand for them in a query. */
	readonly isWhole: boolean;
	readonly isUnit: boolean;
	/** Whether it consists of letters only, so that it may have a stem: tshirts. */
	readonly isWord: boolean;
	/** The stem of a word, which may be the word itself. */
	readonly stem?: string | undefined;
}

/** Chunks of more subwords are lists or codes: only their whole is a term. */
const joinedSubwordsMax = 6;
const joinedLengthMax = 64;
const slashWordLengthMax = 3;
const holdingSigns = new Set(['-', '.', '_', '&', '+', '·']);
const unitBySign: Readonly<Record<string, string>> = { '"': 'in', "'": 'ft', '%': '%' };

interface Subword {
	readonly text: string;
	readonly part: number;
	readonly isFirst: boolean;
	readonly isLast: boolean;
}

/** All joins of a chunk, at most 16 per six subwords. `drafts` hold folded subwords. */
export function toJoins(drafts: readonly ChunkDraft[], unitOf: UnitOf): ChunkJoin[] {
	const joins: ChunkJoin[] = [];
	let group: Subword[] = [];
	for (const [part, draft] of drafts.entries()) {
		if (part > 0 && !isHeld(drafts[part - 1], draft)) {
			addGroup(group, joins);
			group = [];
		}
		const { subwords } = draft;
		for (const [index, text] of subwords.entries())
			group.push({ text, part, isFirst: index === 0, isLast: index === subwords.length - 1 });
		joins.push(...listUnitJoins(drafts, part, unitOf));
		addThousands(draft, part, joins);
	}
	addGroup(group, joins);
	return joins;
}

/** A slash joins short words (AC/DC) and model numbers (SPA2600/00), and separates others. A comma always separates. */
function isHeld(previous: ChunkDraft | undefined, draft: ChunkDraft): boolean {
	if (draft.before !== '/') return holdingSigns.has(draft.before);
	return isModel(previous) || (isShortWord(previous) && isShortWord(draft));
}

/** Whether the part mixes letters and digits and is not a number followed by a unit. */
function isModel(draft: ChunkDraft | undefined): boolean {
	return draft !== undefined && draft.subwords.length > 1 && !isNumberSubword(draft.subwords[0] ?? '');
}

function isShortWord(draft: ChunkDraft | undefined): boolean {
	const [subword = ''] = draft?.subwords ?? [];
	return draft?.subwords.length === 1 && subword.length <= slashWordLengthMax && !isNumberSubword(subword);
}

function addGroup(group: readonly Subword[], joins: ChunkJoin[]): void {
	if (group.length < 2) return;
	const hasLetters = group.some(({ text }) => !isNumberSubword(text));
	const hasDigits = group.some(({ text }) => isNumberSubword(text));
	if (!hasLetters && group.some(({ text }) => text.includes('.'))) return;
	if (!(hasLetters && hasDigits) || group.length > joinedSubwordsMax)
		joins.push(...listJoins(group, 0, group.length - 1));
	else addPartialJoins(group, joins);
}

function addPartialJoins(group: readonly Subword[], joins: ChunkJoin[]): void {
	for (let first = 0; first < group.length; first++)
		for (let last = first + 1; last < group.length; last++)
			if (isTypeable(group, first, last)) joins.push(...listJoins(group, first, last));
}

function isTypeable(group: readonly Subword[], first: number, last: number): boolean {
	if (first === 0 && last === group.length - 1) return true;
	const start = group[first];
	const end = group[last];
	if (!start || !end) return false;
	if (start.part === end.part) return true;
	return start.isFirst && !hasMergedNumbers(group, first, last);
}

/** Whether two numbers would merge into one that is not in the text: 71211 in dv7-1211ea. */
function hasMergedNumbers(group: readonly Subword[], first: number, last: number): boolean {
	for (let at = first + 1; at <= last; at++)
		if (isNumberSubword(group[at]?.text ?? '') && isNumberSubword(group[at - 1]?.text ?? '')) return true;
	return false;
}

/** The join of the subwords from `first` to `last`, if they form one. */
function listJoins(group: readonly Subword[], first: number, last: number): ChunkJoin[] {
	const start = group[first];
	const end = group[last];
	if (!start || !end) return [];
	const isWhole = start.isFirst && end.isLast;
	// A single whole part is the word itself.
	if (isWhole && start.part === end.part) return [];
	let term = '';
	let isWord = true;
	for (let at = first; at <= last; at++) {
		const { text } = group[at] ?? start;
		term += text;
		isWord &&= !isNumberSubword(text);
	}
	if (term.length > joinedLengthMax) return [];
	return [{ term, firstPart: start.part, partCount: end.part - start.part + 1, isWhole, isUnit: false, isWord }];
}

/** A number next to its unit: in one part (27in), in two (27-inch), or as a sign behind the part (27"). */
function listUnitJoins(drafts: readonly ChunkDraft[], part: number, unitOf: UnitOf): ChunkJoin[] {
	const draft = drafts[part];
	if (!draft) return [];
	const { subwords } = draft;
	const joins: ChunkJoin[] = [];
	for (let at = 0; at < subwords.length; at++) {
		const number = subwords[at] ?? '';
		if (!isNumberSubword(number)) continue;
		const isFirst = at === 0;
		const unit = unitOf(subwords[at + 1] ?? '');
		if (unit !== undefined) {
			const isWhole = isFirst && subwords.length === 2;
			joins.push(toUnitJoin(number, unit, { firstPart: part, partCount: 1, isWhole }));
		}
		if (at < subwords.length - 1) continue;
		const next = drafts[part + 1];
		const nextUnit = next?.before === '-' && next.subwords.length === 1 ? unitOf(next.subwords[0] ?? '') : undefined;
		if (nextUnit !== undefined) {
			joins.push(toUnitJoin(number, nextUnit, { firstPart: part, partCount: 2, isWhole: isFirst }));
		}
		const sign = unitBySign[draft.after.charAt(0)];
		if (sign !== undefined) {
			joins.push(toUnitJoin(number, sign, { firstPart: part, partCount: 1, isWhole: isFirst }));
		}
	}
	return joins;
}

function toUnitJoin(
	number: string,
	unit: string,
	extent: Pick<ChunkJoin, 'firstPart' | 'partCount' | 'isWhole'>,
): ChunkJoin {
	return { term: toCanonicalNumber(number) + unit, ...extent, isUnit: true, isWord: false };
}

/** 1,440 and 1.440 may be decimals or thousands, so both terms are indexed. */
function addThousands(draft: ChunkDraft, part: number, joins: ChunkJoin[]): void {
	const [subword = ''] = draft.subwords;
	if (draft.subwords.length !== 1 || !/^[1-9]\d{0,2}\.\d{3}$/.test(subword)) return;
	joins.push({
		term: subword.replace('.', ''),
		firstPart: part,
		partCount: 1,
		isWhole: true,
		isUnit: false,
		isWord: false,
	});
}
