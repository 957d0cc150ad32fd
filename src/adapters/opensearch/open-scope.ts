/** The indices of a search as they are in OpenSearch now: their aliases, and what they were built with. */

import { type IndexSchema, openIndexSchema } from '../../domain/schema/index-schema.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { SearchScope } from '../../ports/search-index.ts';
import type { IndexMeta } from './index-layout.ts';
import { type IndexNames, isUnwritten } from './index-names.ts';
import type { OpenSearchConnection } from './opensearch-connection.ts';

export interface OpenedIndex {
	readonly state: GenerationState;
	readonly alias: string;
	readonly build: string;
	readonly meta: IndexMeta;
	readonly schema: IndexSchema;
}

export interface ScopeOpener {
	/** Without indices that do not exist, or to which nothing was written. @throws {FailureError} `index_building` */
	open(scope: Pick<SearchScope, 'hashid' | 'indexNames'>): Promise<readonly OpenedIndex[]>;
	/** The build that is searched for a generation; undefined while there is none. */
	findBuild(generationId: number): Promise<FoundBuild | undefined>;
	/** Builds have changed: they are asked for again. */
	forget(generationId: number): void;
}

export interface FoundBuild {
	readonly build: string;
	readonly meta: IndexMeta;
}

export interface ScopeOpenerOptions {
	readonly connection: OpenSearchConnection;
	readonly names: IndexNames;
	/** May be some moments old: positions are not used. */
	readonly listSearched: (hashid: string) => Promise<readonly GenerationState[]>;
	readonly readState: (hashid: string, indexName: string) => Promise<GenerationState | undefined>;
	readonly nowMs: () => number;
}

/** A build that was replaced stays until long after this. */
const knownForMs = 1_000;
const knownMax = 10_000;
const buildingRetrySeconds = 5;

interface Known {
	readonly untilMs: number;
	readonly found: FoundBuild | undefined;
}

type Mappings = Readonly<Record<string, { readonly mappings?: { readonly _meta?: IndexMeta } }>>;

export function createScopeOpener(options: ScopeOpenerOptions): ScopeOpener {
	const { connection, names, nowMs } = options;
	const known = new Map<number, Known>();

	async function findBuild(generationId: number): Promise<FoundBuild | undefined> {
		const { body, status } = await connection.send<Mappings>({
			...{
				path: `/${names.toAlias(generationId)}/_mapping`,
				query: { filter_path: '*.mappings._meta' },
				accepted: [404],
			},
		});
		const [entry] = status === 404 ? [] : Object.entries(body);
		const meta = entry?.[1].mappings?._meta;
		const found = entry === undefined || meta === undefined ? undefined : { build: entry[0], meta };
		// That there is none is not enough to know that nothing was written.
		if (found !== undefined) know(generationId, found);
		return found;
	}

	function know(generationId: number, found: FoundBuild | undefined): void {
		if (known.size >= knownMax) known.clear();
		known.set(generationId, { untilMs: nowMs() + knownForMs, found });
	}

	async function openOne(state: GenerationState): Promise<OpenedIndex | undefined> {
		const { generationId } = state;
		const kept = known.get(generationId);
		const isKnown = kept !== undefined && kept.untilMs > nowMs();
		const found = isKnown ? kept.found : await findBuild(generationId);
		if (found === undefined) {
			if (isKnown) return undefined;
			await checkIsUnwritten(state);
			know(generationId, undefined);
			return undefined;
		}
		return { state, alias: names.toAlias(generationId), ...found, schema: openIndexSchema(found.meta.schema) };
	}

	async function checkIsUnwritten({ hashid, indexName }: GenerationState): Promise<void> {
		const now = await options.readState(hashid, indexName);
		if (now === undefined || isUnwritten(now)) return;
		throw new FailureError(fail('index_building', { retryAfterSeconds: buildingRetrySeconds }).failure);
	}

	return {
		async open({ hashid, indexNames }) {
			const states = await options.listSearched(hashid);
			const wanted = indexNames.flatMap((name) => states.find(({ indexName }) => indexName === name) ?? []);
			const opened = await Promise.all(wanted.map(openOne));
			return opened.filter((index) => index !== undefined);
		},
		findBuild,
		forget: (generationId) => void known.delete(generationId),
	};
}
