/**
 * Titles, links and other texts of items for reports, as they are now.
 *
 * Those of some thousand items are kept, because a report asks for the same again: by index, with the position of its log
 * up to which they are right. What the log has since then is read again.
 */

import type { EventItem } from '../../domain/event/shopper-event.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { ItemTarget } from '../../domain/item/item.ts';
import type { Position } from '../../domain/log/position.ts';
import { toIndexSchema } from '../../domain/schema/index-schema.ts';
import { createCache } from '../../lib/cache.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import type { ReportFacts } from './report-facts.ts';

export interface ItemLabel {
	readonly title: string;
	readonly link: string;
	readonly brands: readonly string[];
	readonly categories: readonly string[];
}

/** In the order of the items; an item that is no longer there has empty texts. */
export type ItemLabels = (
	facts: Pick<ReportFacts, 'engines' | 'runShort'>,
	items: readonly LabelledItem[],
) => Promise<readonly ItemLabel[]>;

export interface LabelledItem extends EventItem {
	readonly hashid: string;
}

export interface LabelSource {
	readonly items: Pick<ItemRepository, 'findByKeys' | 'readLog'>;
	readonly generations: Pick<GenerationRepository, 'listOfSearchEngine'>;
	readonly monotonicMs: () => number;
}

const noLabel: ItemLabel = { title: '', link: '', brands: [], categories: [] };

/** Items that are read at once. */
const itemsPerCall = 128;
/** For each thread and zone: some ten thousand items. */
const knownBytesMax = 8 * 1024 * 1024;
/** About what an item takes beside its texts. */
const labelBytes = 200;
/** With more changes than this, reading the items again is no more work. */
const changesMax = 500;
/** The log forgets deletions some time after all its followers have seen them, and these are none. */
const keptMsMax = 60_000;

interface KnownLabels {
	/** Of the store. */
	readonly incarnation: string;
	readonly generationId: number;
	readonly schema: string;
	/** By key. */
	readonly labels: Map<string, ItemLabel>;
	readonly sinceMs: number;
	/** Writes up to here are in the labels. */
	end: Position;
	byteCount: number;
}

type Facts = Parameters<ItemLabels>[0];
type Index = Facts['engines'][number]['indices'][number];

export function createItemLabels({ items, generations, monotonicMs }: LabelSource): ItemLabels {
	const cache = createCache<string, KnownLabels>({
		weightMax: knownBytesMax,
		weigh: ({ byteCount }, key) => byteCount + 2 * key.length,
	});
	return async (facts, wanted) => {
		const found: ItemLabel[] = wanted.map(() => noLabel);
		for (const { hashid, indices } of facts.engines) {
			const own = [...wanted.keys()].filter((at) => wanted[at]?.hashid === hashid);
			const states = own.length === 0 ? [] : await generations.listOfSearchEngine(hashid, 'live', 'statistics');
			for (const index of indices) {
				const state = states.find(({ indexName }) => indexName === index.name);
				const ofIndex = own.filter((at) => wanted[at]?.indexName === index.name);
				if (state === undefined || ofIndex.length === 0) continue;
				const keys = ofIndex.map((at) => (wanted[at] as LabelledItem).itemKey);
				const labels = await readLabels(facts, { index, state }, keys);
				for (const [number, at] of ofIndex.entries()) found[at] = labels[number] ?? noLabel;
			}
		}
		return found;
	};

	/** In the order of the keys. */
	async function readLabels(
		{ runShort }: Pick<Facts, 'runShort'>,
		{ index, state }: { readonly index: Index; readonly state: GenerationState },
		keys: readonly string[],
	): Promise<readonly (ItemLabel | undefined)[]> {
		const { hashid, indexName } = state;
		const target = { hashid, indexName, generation: 'live' } as const;
		const cacheKey = `${hashid}@${indexName}`;
		const known = await refresh(target, state, { known: cache.get(cacheKey), schema: toSchemaKey(index) });
		const { end } = known;
		const labels = keys.map((key) => known.labels.get(key));
		const missing = [...keys.keys()].filter((at) => labels[at] === undefined);
		const read = createFieldReader(toIndexSchema(index.schemaOverrides));
		for (let from = 0; from < missing.length; from += itemsPerCall) {
			const asked = missing.slice(from, from + itemsPerCall);
			const texts = await readTexts(
				target,
				asked.map((at) => keys[at] as string),
			);
			await runShort(() => {
				for (const [number, at] of asked.entries()) {
					const text = texts[number];
					const label = text === undefined ? noLabel : read(text);
					labels[at] = label;
					// Another report may have seen later writes since: this text may be older.
					if (known.end === end) keep(known, keys[at] as string, label);
				}
			});
		}
		cache.set(cacheKey, known);
		return labels;
	}

	/** What is known and still right. */
	async function refresh(
		target: ItemTarget,
		{ generationId, end, incarnation }: GenerationState,
		{ known, schema }: { readonly known: KnownLabels | undefined; readonly schema: string },
	): Promise<KnownLabels> {
		const fresh = { generationId, schema, end, incarnation, labels: new Map(), sinceMs: monotonicMs(), byteCount: 1 };
		if (known?.generationId !== generationId || known.schema !== schema) return fresh;
		// The store may have lost what was read.
		if (known.incarnation !== incarnation) return fresh;
		if (known.end === end) return known;
		if (monotonicMs() - known.sinceMs > keptMsMax) return fresh;
		const batch = await items.readLog(target, known.end, { changeCountMax: changesMax });
		if (batch === 'missing' || batch.generationId !== generationId || !batch.isEnd) return fresh;
		for (const { id } of batch.changes) forget(known, toItemKey(id));
		known.end = batch.position;
		return known;
	}

	/** Items that are too large to be read together are read by halves; one is never too large. */
	async function readTexts(target: ItemTarget, keys: readonly string[]): Promise<readonly (string | undefined)[]> {
		const found = await items.findByKeys(target, keys);
		if (found === 'missing') return [];
		if (found !== 'too_large') return found.map((item) => item?.text);
		const middle = Math.ceil(keys.length / 2);
		const first = await readTexts(target, keys.slice(0, middle));
		return [...first, ...(await readTexts(target, keys.slice(middle)))];
	}
}

/** Which fields have the texts. */
function toSchemaKey({ schemaOverrides }: Index): string {
	return JSON.stringify(schemaOverrides);
}

function keep(known: KnownLabels, key: string, label: ItemLabel): void {
	forget(known, key);
	known.labels.set(key, label);
	known.byteCount += weigh(label);
}

function forget(known: KnownLabels, key: string): void {
	const label = known.labels.get(key);
	if (label === undefined) return;
	known.labels.delete(key);
	known.byteCount -= weigh(label);
}

function weigh({ title, link, brands, categories }: ItemLabel): number {
	const texts = [title, link, ...brands, ...categories];
	return texts.reduce((sum, { length }) => sum + 2 * length, labelBytes);
}

function createFieldReader({ listNamed }: ReturnType<typeof toIndexSchema>): (text: string) => ItemLabel {
	const fields = {
		title: listNamed('title'),
		link: listNamed('link'),
		brand: listNamed('brand'),
		category: listNamed('category'),
	};
	return (text) => {
		const item: Readonly<Record<string, unknown>> = JSON.parse(text);
		return {
			title: readFirst(item, fields.title)[0] ?? '',
			link: readFirst(item, fields.link)[0] ?? '',
			brands: readFirst(item, fields.brand),
			categories: readFirst(item, fields.category),
		};
	};
}

/** The texts of the first of these fields that has any. */
function readFirst(item: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] {
	for (const name of names) {
		const texts = listTexts(item[name]);
		if (texts.length > 0) return texts;
	}
	return noLabel.brands;
}

function listTexts(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	return [value].flat().flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : []));
}
