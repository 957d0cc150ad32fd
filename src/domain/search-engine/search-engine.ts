import type { SchemaOverrides } from '../schema/schema-override.ts';

/** A search engine holds indices, an index holds items: in its live generation, and in a temporary one while it has it. */
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
	readonly hasStopwords: boolean;
	readonly isDefault: boolean;
	readonly hasGrouping: boolean;
	readonly platform: string;
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
	/** Stored and given back as they came; `routingOption` is the one that means something to us. */
	readonly options: JsonObject;
	readonly datasources: readonly JsonObject[];
	readonly hasTemporary: boolean;
	/** What its owner says of its fields, those of the temporary index included. */
	readonly schemaOverrides: SchemaOverrides;
}

export type NewIndex = Omit<Index, 'hasTemporary' | 'schemaOverrides'>;

export type JsonObject = { readonly [name: string]: unknown };

/** The copy of the live items into the temporary index, as the caller sees it. */
export interface ReindexTask {
	readonly status: 'reindexing' | 'completed' | 'error';
	/** Items looked at and items there were at the start; progress is their quotient. */
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

/** The option of an index by which writes of live items go to its temporary index while it has one. */
export const routingOption = 'route_live_writes_to_temp';

/**
 * Where writes of the live items of an index go, in an engine that is locked or not: one that clients know by its live
 * path alone can be indexed anew when the index has the option. Undefined: the lock refuses them.
 */
export function toWrittenGeneration(
	{ options, hasTemporary }: Pick<Index, 'options' | 'hasTemporary'>,
	isEngineLocked: boolean,
): 'live' | 'temporary' | undefined {
	if (hasTemporary && options[routingOption] === true) return 'temporary';
	return isEngineLocked ? undefined : 'live';
}

/** A search engine is locked exactly while one of its indices has a temporary index: there is no second flag to go stale. */
export function isLocked(engine: SearchEngineWithIndices): boolean {
	return engine.indices.some((index) => index.hasTemporary);
}
