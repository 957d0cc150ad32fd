/**
 * Which fields of an item have a term? An index does not know: its postings only tell classes of fields. So the item is
 * read again as it was when it was indexed, and its texts are noted by field.
 */
import { defaultPriceFormat } from '../../domain/price/price-format.ts';
import type { IndexSchema } from '../../domain/schema/index-schema.ts';
import type { Analyzer } from '../analysis/analyzer.ts';
import { clearTokens, createTokenBuffer } from '../analysis/token-buffer.ts';
import type { FieldCollector } from '../index/builder/field-collector.ts';
import { createItemReader } from '../index/builder/item-reader.ts';

/** From a term of the index to the names of the fields that have it, in the order of the item. */
export type FieldsOfTerms = ReadonlyMap<string, readonly string[]>;

export type FindFields = (item: Readonly<Record<string, unknown>>, schema: IndexSchema) => FieldsOfTerms;

/** The most tokens of one text that are examined. */
const tokensMax = 4_096;

/** Cost of a call: O(length of the item), some microseconds for each word that is new. */
export function createFieldFinder(analyzer: Analyzer): FindFields {
	const terms: string[] = [];
	const idOf = new Map<string, number>();
	const tokens = createTokenBuffer(tokensMax);
	const words = analyzer.openDocuments((term) => {
		const known = idOf.get(term) ?? terms.length;
		if (known === terms.length) terms.push(term);
		idOf.set(term, known);
		return known;
	});
	return (item, schema) => {
		const fields = new Map<string, string[]>();
		for (const [fieldName, text] of listTexts(item, schema)) {
			clearTokens(tokens);
			words.analyze(text, tokens);
			for (let at = 0; at < tokens.count; at++) {
				const term = terms[tokens.termIds[at] as number] as string;
				const names = fields.get(term) ?? [];
				fields.set(term, names);
				if (!names.includes(fieldName)) names.push(fieldName);
			}
		}
		return fields;
	};
}

/** The texts of an item that are searched, with their fields. */
function listTexts(item: Readonly<Record<string, unknown>>, schema: IndexSchema): (readonly [string, string])[] {
	const texts: (readonly [string, string])[] = [];
	const add = (text: string, _: unknown, rule: { readonly field: { readonly name: string } }) => {
		texts.push([rule.field.name, text]);
	};
	const read = createItemReader({
		priceFormat: defaultPriceFormat,
		schema,
		words: {
			begin: ignore,
			add,
			addTitle: add,
			addIdentifier: ignore,
			summary: () => ({ lengths: [0, 0, 0], title: [], identifiers: new Set() }),
		},
		fields: noColumns,
	});
	read(0, item);
	return texts;
}

function ignore(): void {
	// Only words are noted.
}

const noColumns: FieldCollector = {
	...{ addText: ignore, addBoolean: ignore, addNumber: ignore, addParsedNumber: ignore, addPoint: ignore },
	...{ addWords: ignore, note: ignore, finish: () => ({ fields: [], notes: [] }) },
};
