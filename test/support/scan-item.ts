/** An item prepared for the scan: how often each term occurs in each class of its fields, and its values by field. */
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import type { DocumentAnalyzer } from '../../src/fulltext/analysis/document-analyzer.ts';
import { cutAtCommas, cutPhrases } from '../../src/fulltext/analysis/naming-words.ts';
import { clearTokens, createTokenBuffer, stemPrefix, tokenKinds } from '../../src/fulltext/analysis/token-buffer.ts';
import type { IndexedItem } from '../../src/fulltext/index/builder/indexed-item.ts';
import { type FieldUse, toFieldUse, type WeightClass } from './scan-fields.ts';

/** A number for each class: of occurrences, or of words. */
export type ByClass = Readonly<Record<WeightClass, number>>;

/** Where a term stands in the title: first, naming the thing, or anywhere. The later ones count more. */
const positions = ['inside', 'first', 'naming'] as const;
export type Position = (typeof positions)[number];

/** What an item has of a term: how often it occurs in each class, and its position in the title. */
export interface TermCounts extends ByClass {
	readonly position: Position;
}

export interface ScannedItem {
	readonly item: IndexedItem;
	readonly terms: ReadonlyMap<string, TermCounts>;
	/** Words of each class. */
	readonly lengths: ByClass;
	/** The terms of each word of the title: the word itself and its other forms. */
	readonly title: readonly (readonly string[])[];
	/** Whether each of these words names the thing. */
	readonly naming: readonly boolean[];
	/** The same of all words of the title, also of those that say what the item is for: these only as written. */
	readonly wholeTitle: readonly (readonly string[])[];
	/** The words of the title as written. */
	readonly titleWords: readonly string[];
	/** As `toIdentifier` makes them. */
	readonly identifiers: ReadonlySet<string>;
	/** Values that say what kind of thing the item is. */
	readonly kinds: readonly string[];
	/** Including numbers and booleans as written. Without duplicates. */
	readonly texts: ReadonlyMap<string, readonly string[]>;
	readonly numbers: ReadonlyMap<string, readonly number[]>;
	readonly points: ReadonlyMap<string, readonly [number, number]>;
}

interface Taking {
	readonly analyzer: Analyzer;
	readonly isTitled: boolean;
	readonly brand: string;
	readonly terms: Map<string, Record<WeightClass, number> & { position: Position }>;
	readonly lengths: Record<WeightClass, number>;
	/** Of `title`, otherwise of `name`. */
	title: readonly string[][];
	naming: readonly boolean[];
	wholeTitle: readonly (readonly string[])[];
	titleWords: readonly string[];
	readonly identifiers: Set<string>;
	readonly kinds: string[];
	readonly texts: Map<string, string[]>;
	readonly numbers: Map<string, number[]>;
	readonly points: Map<string, readonly [number, number]>;
}

export function scanItem(item: IndexedItem, analyzer: Analyzer): ScannedItem {
	const taking: Taking = {
		analyzer,
		isTitled: typeof item.fields.title === 'string' && item.fields.title !== '',
		brand: typeof item.fields.brand === 'string' ? item.fields.brand : '',
		terms: new Map(),
		lengths: { A: 0, B: 0, C: 0 },
		title: [],
		naming: [],
		wholeTitle: [],
		titleWords: [],
		identifiers: new Set(),
		kinds: [],
		texts: new Map(),
		numbers: new Map(),
		points: new Map(),
	};
	for (const [name, value] of Object.entries(item.fields)) takeValue(taking, name, value);
	return { item, ...taking };
}

/** The form in which identifiers are compared: letters and digits, without case. */
export function toIdentifier(text: string): string {
	return Array.from(text.toLowerCase())
		.filter((character) => /[\p{L}\p{N}]/u.test(character))
		.join('');
}

export function isOutOfStock({ item }: ScannedItem): boolean {
	return item.fields.availability === 'out of stock';
}

export function toBoost({ item }: ScannedItem): number {
	return typeof item.fields.df_manual_boost === 'number' ? item.fields.df_manual_boost : 1;
}

/** An empty id means no group. */
export function toGroupId({ item }: ScannedItem): string | undefined {
	const group = item.fields.group_id;
	return typeof group === 'string' && group !== '' ? group : undefined;
}

function takeValue(taking: Taking, name: string, value: unknown): void {
	if (Array.isArray(value)) for (const entry of value) takeValue(taking, name, entry);
	else if (typeof value === 'string') takeText(taking, name, value);
	else if (typeof value === 'boolean') append(taking.texts, name, String(value));
	else if (typeof value === 'number') takeNumber(taking, name, value);
	else takeObject(taking, name, value as Readonly<Record<string, unknown>>);
}

function takeObject(taking: Taking, name: string, object: Readonly<Record<string, unknown>>): void {
	const { lat, lon } = object;
	if (typeof lat === 'number' && typeof lon === 'number') taking.points.set(name, [lat, lon]);
	else for (const [member, value] of Object.entries(object)) takeValue(taking, `${name}.${member}`, value);
}

function takeNumber({ numbers, texts }: Taking, name: string, value: number): void {
	append(numbers, name, value);
	append(texts, name, String(value));
}

function takeText(taking: Taking, name: string, text: string): void {
	if (text === '') return;
	const use = toFieldUse(name, taking.isTitled);
	const price = use.isPrice ? readPlainPrice(text) : undefined;
	if (price !== undefined) {
		takeNumber(taking, name, price);
		return;
	}
	if (use.isTitle) takeTitle(taking, text, use);
	else takeWords(taking, text, use);
	if (use.isIdentifier) taking.identifiers.add(toIdentifier(text));
	if (use.isKind) taking.kinds.push(text);
	if (!use.isKeyword) return;
	append(taking.texts, name, text);
	for (const number of [readPlainNumber(text), readPlainDate(text)])
		if (number !== undefined) append(taking.numbers, name, number);
}

/** The words of a title that name the purpose of the item count in class B, not as title. */
function takeTitle(taking: Taking, text: string, use: FieldUse): void {
	const none = { start: text.length, end: text.length };
	const { start, end } = findPurpose(taking, text) ?? none;
	const before = takePhrases(taking, text.slice(0, start), use);
	const purpose = takeWords(taking, text.slice(start, end), { ...use, weightClass: 'B', countsOnce: true });
	const after = takePhrases(taking, text.slice(end), use);
	const [last = [], rest = []] = [before.at(-1), after[0]];
	const parts = [...before.slice(0, -1), [...last, ...rest], ...after.slice(1)];
	const phrases = parts.flat();
	const words = phrases.flat();
	taking.title = words.map(({ forms }) => forms);
	taking.naming = phrases.flatMap((phrase, index) => {
		const { naming } = taking.analyzer;
		const roles = naming.toRoles(phrase.map(({ forms: [word] }) => word as string));
		const named = naming.findNaming(roles, index === 0);
		return phrase.map((_, position) => named.includes(position));
	});
	const counted = listInFirstPart(parts, taking.naming);
	for (const [at, { all }] of words.entries()) {
		const position = counted[at] === true ? 'naming' : at === 0 ? 'first' : 'inside';
		for (const term of position === 'naming' ? listNaming(all, taking.analyzer) : all) {
			const counts = taking.terms.get(term);
			if (counts !== undefined && positions.indexOf(position) > positions.indexOf(counts.position))
				counts.position = position;
		}
	}
	const toForms = (words: readonly { readonly forms: readonly string[] }[]) => words.map(({ forms }) => forms);
	const written = toForms(purpose).map((forms) => forms.slice(0, 1));
	taking.wholeTitle = [...toForms(before.flat(2)), ...written, ...toForms(after.flat(2))];
	taking.titleWords = taking.wholeTitle.flatMap(([word]) => word ?? []);
}

/** What a brand at the beginning of a title says is no purpose. */
function findPurpose(
	{ analyzer, brand }: Taking,
	text: string,
): { readonly start: number; readonly end: number } | undefined {
	const offset = text.startsWith(brand) ? brand.length : 0;
	const found = analyzer.findPurpose(text.slice(offset));
	return found && { start: found.start + offset, end: found.end + offset };
}

/** Whether each word names the thing in the first of the parts between commas where any does. */
function listInFirstPart(parts: readonly TakenWord[][][], naming: readonly boolean[]): readonly boolean[] {
	const partOf = parts.flatMap((phrases, part) => phrases.flat().map(() => part));
	const first = partOf[naming.indexOf(true)];
	return naming.map((is, at) => is && partOf[at] === first);
}

/** The terms of a word that name what it names: without the stem of `belted`. */
export function listNaming(terms: readonly string[], { naming }: Analyzer): readonly string[] {
	const [word = ''] = terms;
	return naming.isVerbForm(word) ? terms.filter((term) => !term.startsWith(stemPrefix)) : terms;
}

interface TakenWord {
	/** The word itself and its other forms, without looser spellings and parts. */
	readonly forms: string[];
	/** With those. */
	readonly all: string[];
}

/** Counts the terms of a title, for each part between commas one phrase after the other. Phrases without words are left out. */
function takePhrases(taking: Taking, text: string, use: FieldUse): TakenWord[][][] {
	return cutAtCommas(text).map((part) => {
		const phrases = cutPhrases(part).map((phrase) => takeWords(taking, phrase, use));
		return phrases.filter((phrase) => phrase.length > 0);
	});
}

/** Counts the terms of a text. @returns those of each word. */
function takeWords(
	{ analyzer, terms, lengths }: Taking,
	text: string,
	{ weightClass, times, isIdentifier, countsOnce = false }: FieldUse & { readonly countsOnce?: boolean },
): TakenWord[] {
	if (weightClass === undefined) return [];
	const names = analyze(text, analyzer);
	const ofWords: TakenWord[] = [];
	const counted = new Set<string>();
	for (let at = 0; at < tokens.count; at++) {
		const term = names[tokens.termIds[at] as number] as string;
		const counts = terms.get(term) ?? { A: 0, B: 0, C: 0, position: 'inside' };
		if (!countsOnce || !counted.has(term)) counts[weightClass] += times;
		counted.add(term);
		terms.set(term, counts);
		const kind = tokens.kinds[at];
		if (kind === tokenKinds.word || kind === tokenKinds.bigram) ofWords.push({ forms: [], all: [] });
		const word = ofWords.at(-1);
		word?.all.push(term);
		if (kind !== tokenKinds.variant && kind !== tokenKinds.part) word?.forms.push(term);
	}
	// Bar codes do not make a title longer.
	if (!isIdentifier) lengths[weightClass] += tokens.positionCount;
	return ofWords;
}

const tokens = createTokenBuffer(10_000);

interface OpenDocuments {
	readonly names: string[];
	readonly documents: DocumentAnalyzer;
}

/** One for each analyzer, because opening one takes longer than analysing an item. */
const openDocuments = new WeakMap<Analyzer, OpenDocuments>();

/** Fills `tokens`. @returns the terms by their numbers. */
function analyze(text: string, analyzer: Analyzer): readonly string[] {
	const opened = openDocuments.get(analyzer) ?? open(analyzer);
	openDocuments.set(analyzer, opened);
	clearTokens(tokens);
	opened.documents.analyze(text, tokens);
	return opened.names;
}

function open(analyzer: Analyzer): OpenDocuments {
	const names: string[] = [];
	const documents = analyzer.openDocuments((term) => {
		const known = names.indexOf(term);
		return known < 0 ? names.push(term) - 1 : known;
	});
	return { names, documents };
}

function append<T>(lists: Map<string, T[]>, name: string, value: T): void {
	const list = lists.get(name) ?? [];
	if (!list.includes(value)) list.push(value);
	lists.set(name, list);
}

/** Prices of the random items: two decimals after a comma or a point, perhaps in euros. */
function readPlainPrice(text: string): number | undefined {
	const [, whole, cents] = /^(\d+)[.,](\d\d)(?: €)?$/.exec(text) ?? [];
	return whole === undefined || cents === undefined ? undefined : Number(whole) + Number(cents) / 100;
}

/** A number with leading zeros is a code. */
function readPlainNumber(text: string): number | undefined {
	return /^(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Days and times in UTC, in milliseconds since 1970. */
function readPlainDate(text: string): number | undefined {
	const parts = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)Z)?$/.exec(text)?.slice(1);
	if (parts === undefined) return undefined;
	const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
	return Date.UTC(year, month - 1, day, hours, minutes, seconds);
}
