/**
 * What does an index of OpenSearch hold? One document for each item, under the key of its id. The mapping is fixed: names of
 * fields are a part of the values, so thousands of attributes do not make it larger.
 *
 *     words     ␁sho|61 red|240 shoe|221     the terms of our analyzer, each with what it is worth in the item
 *     texts7    brand␀Nike                   values as they are written: facets, exact filters, sorting
 *     values7   brand␀/nike                  values as filters compare them, and the nodes of paths: /home and /home>kitchen
 *               categories␀*kitchen          nodes below the first level
 *     numbers   { field: price, value: 80 }  nested, so that a range is about one field
 *     points    { field: geo, at: … }
 *     uses      brand␀keyword                which fields there are, and what they have
 *
 * What a word is worth in an item is computed when the item is indexed, and is stored as the frequency of the term. A search
 * multiplies it by the rarity of the word. So OpenSearch ranks by our own scores and needs no plugin.
 */
import { hashIdentifier } from '../../fulltext/index/segment/key-table.ts';

/** Indexes of another version are built again. */
export const layoutVersion = 7;

/** Fields share this many columns of texts, by the hash of their names. */
export const slotCount = 32;
/** A term that is worth 1 has this frequency. */
export const worthSteps = 256;
/** Stands between the name of a field and its value. */
export const nameEnd = '\0';
/** Before a value counted from the first level of a path, and before a node below it. */
export const fromTop = '/';
export const inside = '*';

export interface ItemDocument {
	readonly index: string;
	readonly id: string;
	readonly words: string;
	/** Terms of the title, without their worth. */
	readonly named: readonly string[];
	/** The words of the title in order. */
	readonly title?: string;
	readonly identifiers: readonly string[];
	readonly links: readonly string[];
	readonly numbers: readonly { readonly field: string; readonly value: number }[];
	readonly points: readonly { readonly field: string; readonly at: { readonly lat: number; readonly lon: number } }[];
	readonly uses: readonly string[];
	/** Of its index; an item without a group is one by itself. */
	readonly group: string;
	readonly isOut: boolean;
	readonly boost: number;
	/** Its id as it is sorted by: a whole number, or a text. */
	readonly idNumber?: number;
	readonly idText?: string;
	readonly created: number;
	readonly serial: number;
	/** As the store has it. */
	readonly text: string;
	/** `texts0`, `values0`, … */
	readonly [slot: string]: unknown;
}

const toSlot = (fieldName: string) => (hashIdentifier(fieldName)[0] ?? 0) % slotCount;
export const toTextsColumn = (fieldName: string): string => `texts${toSlot(fieldName)}`;
export const toValuesColumn = (fieldName: string): string => `values${toSlot(fieldName)}`;

/** What a field has, beside a number, as `uses` names it. */
export const toUse = (fieldName: string, use: string): string => `${fieldName}${nameEnd}${use}`;

/** Before the type of a value in `uses`: a field with several types is mixed. */
export const typeSign = '=';

/** A hash as the index keeps identifiers and links: two numbers of 32 bits. */
export const toHashText = (high: number, low: number): string => `${high.toString(36)}.${low.toString(36)}`;

const keyword = { type: 'keyword' };
const searchedOnly = { type: 'keyword', doc_values: false };

export interface IndexMeta {
	readonly layout: number;
	readonly generationId: number;
	readonly language: string;
	/** How prices are read, see `toPriceKey`. */
	readonly prices: string;
	/** The overrides of its fields, see `toIndexedText`. */
	readonly schema: string;
	/** Since which incarnation of the store it has been built, if an earlier build had what was lost; else empty. */
	readonly incarnation: string;
}

/** The body that creates an index. */
export function toIndexBody(
	meta: IndexMeta,
	{ shards, replicas }: { readonly shards: number; readonly replicas: number },
) {
	const slots = Array.from({ length: slotCount }, (_, slot) => [
		[`texts${slot}`, keyword],
		[`values${slot}`, keyword],
	]).flat();
	return {
		settings: {
			number_of_shards: shards,
			number_of_replicas: replicas,
			// The indexer refreshes when it has read what there is.
			refresh_interval: '-1',
			// A late write must not bring back what was deleted before it.
			'index.gc_deletes': '1h',
			similarity: {
				worth: { type: 'scripted', script: { source: `return query.boost * doc.freq / ${worthSteps}.0;` } },
			},
			analysis: {
				filter: { worth: { type: 'delimited_term_freq' } },
				analyzer: { words: { type: 'custom', tokenizer: 'whitespace', filter: ['worth'] } },
			},
		},
		mappings: {
			dynamic: false,
			_meta: meta,
			properties: {
				words: {
					type: 'text',
					analyzer: 'words',
					search_analyzer: 'whitespace',
					index_options: 'freqs',
					norms: false,
					similarity: 'worth',
				},
				...{ named: searchedOnly, title: keyword, identifiers: searchedOnly, links: searchedOnly, uses: keyword },
				numbers: { type: 'nested', properties: { field: keyword, value: { type: 'double' } } },
				points: { type: 'nested', properties: { field: keyword, at: { type: 'geo_point' } } },
				...{ index: keyword, group: keyword, isOut: { type: 'boolean' }, boost: { type: 'float' } },
				...{ created: { type: 'long' }, serial: { type: 'long' }, idNumber: { type: 'long' }, idText: keyword },
				...Object.fromEntries(slots),
			},
		},
	};
}
