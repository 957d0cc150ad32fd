import type { SchemaOverrides } from '../schema/schema-override.ts';

/**
 * A search engine holds indices. An index holds items in its live generation and, while it has one, in a temporary
 * generation.
 */
export interface SearchEngine {
	/** 32 lower-case hex digits. */
	readonly hashid: string;
	readonly accountId: string;
	readonly storeId: string | null;
	readonly name: string;
	/** ISO 4217. */
	readonly currency: string;
	/** `es`, `es-ES`. */
	readonly locale: string;
	readonly siteUrl: string | null;
	/** What clients have set. Without effect: no search requires stop words. */
	readonly hasStopwords: boolean;
	readonly isDefault: boolean;
	readonly hasGrouping: boolean;
	readonly platform: string;
	/** What the shop sells, in its own word; null when it has not said. Statistics compare engines of one sector. */
	readonly sector: string | null;
	readonly createdAtMs: number;
}

/** The fields of a search engine that its owner may change. */
export type SearchEngineSettings = Omit<SearchEngine, 'hashid' | 'accountId' | 'createdAtMs'>;

export interface SearchEngineWithIndices extends SearchEngine {
	/** In order of creation. */
	readonly indices: readonly Index[];
}

export const presets = ['generic', 'product', 'page', 'category'] as const;
export type Preset = (typeof presets)[number];

export interface Index {
	readonly name: string;
	readonly preset: Preset;
	/** Stored and returned as they came; only `routingOption` has a meaning to the server. */
	readonly options: JsonObject;
	readonly datasources: readonly JsonObject[];
	readonly hasTemporary: boolean;
	/** The owner's overrides of its fields, which also apply to the temporary index. */
	readonly schemaOverrides: SchemaOverrides;
}

export type NewIndex = Omit<Index, 'hasTemporary' | 'schemaOverrides'>;

export type JsonObject = { readonly [name: string]: unknown };

/** The copy of the live items into the temporary index, as callers see it. */
export interface ReindexTask {
	readonly status: 'reindexing' | 'completed' | 'error';
	/** Items processed so far, and items that existed at the start; progress is their quotient. */
	readonly copiedCount: number;
	readonly totalCount: number;
	readonly error: string | null;
	readonly finishedAtMs: number | null;
}

export const hashidPattern = /^[a-f0-9]{32}$/;
export const indexNamePattern = /^[a-z][a-z0-9_]*$/;
export const indexNameLengthMax = 64;
export const searchEnginesPerAccountMax = 10_000;
export const indicesPerSearchEngineMax = 100;
export const optionsBytesMax = 64 * 1024;

/** The option of an index that routes writes of live items to its temporary index while it has one. */
export const routingOption = 'route_live_writes_to_temp';

/**
 * The generation that writes to the live items of an index go to, depending on whether the engine is locked. With the
 * option, an index whose clients only know its live path can be re-indexed. Undefined: the lock refuses the writes.
 */
export function toWrittenGeneration(
	{ options, hasTemporary }: Pick<Index, 'options' | 'hasTemporary'>,
	isEngineLocked: boolean,
): 'live' | 'temporary' | undefined {
	if (hasTemporary && options[routingOption] === true) return 'temporary';
	return isEngineLocked ? undefined : 'live';
}

/**
 * A search engine is locked exactly while one of its indices has a temporary index; no separate flag can become stale.
 */
export function isLocked(engine: SearchEngineWithIndices): boolean {
	return engine.indices.some((index) => index.hasTemporary);
}
