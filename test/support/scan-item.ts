import { defaultPriceFormat } from '../../src/domain/price/price-format.ts';
import { readPrice } from '../../src/domain/price/price-text.ts';
import { inferredSchema } from '../../src/domain/schema/index-schema.ts';
import type { Analyzer } from '../../src/fulltext/analysis/analyzer.ts';
import { createTokenBuffer, tokenKinds } from '../../src/fulltext/analysis/token-buffer.ts';
import { createFieldRules, keywordBytesMax, toValueClass } from '../../src/fulltext/index/builder/field-rule.ts';
import { parseDate, parsePoint, parseShortNumber, visitValues } from '../../src/fulltext/index/builder/item-values.ts';
import type { IndexedItem } from '../../src/fulltext/index/builder/segment-builder.ts';
import { normalizeIdentifier } from '../../src/fulltext/index/segment/key-table.ts';
import { addOccurrence, packLengths } from '../../src/fulltext/ranking/packed-counts.ts';

export interface ScannedItem {
	readonly item: IndexedItem;
	/** Packed counts by term. */
	readonly terms: ReadonlyMap<string, number>;
	readonly lengths: number;
	/** The terms of each word of the title: the word itself and its other forms. */
	readonly title: readonly (readonly string[])[];
	/** The words of the title as it is written. */
	readonly titleWords: readonly string[];
	readonly identifiers: ReadonlySet<string>;
	readonly texts: ReadonlyMap<string, readonly string[]>;
	readonly numbers: ReadonlyMap<string, readonly number[]>;
	readonly points: ReadonlyMap<string, readonly [number, number]>;
}

/** Takes an item apart. */
export function scanItem(item: IndexedItem, analyzer: Analyzer): ScannedItem {
	const rules = createFieldRules(inferredSchema);
	const isTitled = rules.hasMainTitle(item.fields);
	const toFieldRule = (name: string) => rules.find(name, isTitled);
	const names: string[] = [];
	const ids = new Map<string, number>();
	const words = analyzer.openDocuments((term) => {
		let id = ids.get(term);
		if (id === undefined) {
			id = names.length;
			ids.set(term, id);
			names.push(term);
		}
		return id;
	});
	const terms = new Map<string, number>();
	const lengths: [number, number, number] = [0, 0, 0];
	const titles = new Map<string, string[][]>();
	const titleWords = new Map<string, string[]>();
	const identifiers = new Set<string>();
	const texts = new Map<string, string[]>();
	const numbers = new Map<string, number[]>();
	const points = new Map<string, readonly [number, number]>();
	const addTo = <T>(map: Map<string, T[]>, name: string, value: T) => {
		const list = map.get(name) ?? [];
		if (!list.includes(value)) list.push(value);
		map.set(name, list);
	};
	const analyze = (name: string, text: string, weightClass: 0 | 1 | 2) => {
		const tokens = createTokenBuffer(10_000);
		words.analyze(text, tokens);
		const title: string[][] = [];
		for (let at = 0; at < tokens.count; at++) {
			const term = names[tokens.termIds[at] as number] as string;
			const kind = tokens.kinds[at];
			for (let time = 0; time < toFieldRule(name).occurrences; time++)
				terms.set(term, addOccurrence(terms.get(term) ?? 0, weightClass));
			if (kind === tokenKinds.word || kind === tokenKinds.bigram) title.push([term]);
			else if (kind !== tokenKinds.variant && kind !== tokenKinds.part) title.at(-1)?.push(term);
		}
		if (!toFieldRule(name).isIdentifier) lengths[weightClass] += tokens.positionCount;
		return title;
	};
	const analyzeText = (name: string, text: string) => {
		const rule = toFieldRule(name);
		const weightClass = toValueClass(rule, text);
		if (weightClass === undefined || /^https?:\/\//.test(text)) return;
		const purpose = rule.isTitle ? analyzer.findPurpose(text) : undefined;
		const { start, end } = purpose ?? { start: text.length, end: text.length };
		const title = analyze(name, text.slice(0, start), weightClass);
		const purposeWords = analyze(name, text.slice(start, end), 1);
		const rest = analyze(name, text.slice(end), weightClass);
		if (rule.isTitle) {
			titles.set(name, [...title, ...rest]);
			titleWords.set(
				name,
				[...title, ...purposeWords, ...rest].flatMap(([word]) => word ?? []),
			);
		}
	};
	const addPrice = (name: string, text: string): boolean => {
		const price = readPrice(text, defaultPriceFormat);
		if (typeof price === 'number') {
			addTo(numbers, name, price);
			addTo(texts, name, String(price));
		}
		return price !== undefined;
	};
	visitValues(item.fields, {
		text(name, text) {
			if (text === '') return;
			const rule = toFieldRule(name);
			if (rule.field.reading === 'price' && addPrice(name, text)) return;
			analyzeText(name, text);
			if (rule.isIdentifier) identifiers.add(normalizeIdentifier(text));
			if (!rule.hasColumn || text.length > keywordBytesMax) return;
			addTo(texts, name, text);
			for (const number of [parseShortNumber(text), parseDate(text)])
				if (number !== undefined) addTo(numbers, name, number);
			const point = rule.field.reading === 'point' ? parsePoint(text) : undefined;
			if (point !== undefined && !points.has(name)) points.set(name, point);
		},
		boolean: (name, text) => addTo(texts, name, text),
		number(name, value) {
			addTo(numbers, name, value);
			addTo(texts, name, String(value));
		},
		point(name, latitude, longitude) {
			if (!points.has(name)) points.set(name, [latitude, longitude]);
		},
		cut: () => undefined,
	});
	const titleOf = <T>(of: ReadonlyMap<string, T>) => of.get('title') ?? of.get('name');
	const title = titleOf(titles) ?? [];
	const written = titleOf(titleWords) ?? [];
	return {
		item,
		terms,
		lengths: packLengths(...lengths),
		title,
		titleWords: written,
		identifiers,
		texts,
		numbers,
		points,
	};
}
