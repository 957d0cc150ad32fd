/**
 * How far is each build? Noted in OpenSearch beside the builds, after what was written is searchable. And since when is each
 * generation built anew, because an earlier build had writes that the store lost? Which generations cannot be indexed?
 */
import type { Position } from '../../domain/log/position.ts';
import { FailureError, fail } from '../../lib/failure.ts';
import type { IndexNames } from './index-names.ts';
import { createIndex, IndexRefusal, type OpenSearchConnection, retryAfterSeconds } from './opensearch-connection.ts';

export interface BuildProgress {
	/** Everything up to this one can be found. */
	readonly position: Position;
	/** In which incarnation of the store it was read, see `StoreHistory`; absent in older notes. */
	readonly incarnation?: string;
	/** The last write of the log when it was read, see `ItemBatch`; absent in older notes. */
	readonly end?: Position;
	/** Why some input is not in the index. */
	readonly notes: readonly string[];
}

export interface ProgressStore {
	/** In the order asked; undefined for builds that have none. @throws {FailureError} `unavailable` while OpenSearch cannot tell */
	read(builds: readonly string[]): Promise<readonly (BuildProgress | undefined)[]>;
	write(build: string, progress: BuildProgress): Promise<void>;
	forget(build: string): Promise<void>;
	/** By generation, the incarnation of the store since which it has been built. */
	readSince(generationIds: readonly number[]): Promise<ReadonlyMap<number, string>>;
	writeSince(generationId: number, incarnation: string): Promise<void>;
	forgetSince(generationId: number): Promise<void>;
	/** The generations that cannot be indexed, see `indexer-failures.ts`. */
	readFailing(): Promise<readonly number[]>;
	writeFailing(generationIds: readonly number[]): Promise<void>;
}

interface FoundDocuments<Source> {
	readonly docs: readonly {
		readonly found?: boolean;
		readonly _source?: Source;
		readonly error?: { readonly type?: string };
	}[];
}

/** Nothing was written yet. As OpenSearch says it for each document. */
const missingIndex = 'index_not_found_exception';

/** Its index was created a moment ago, or OpenSearch was. */
const missingShard = 'no_shard_available_action_exception';

/** Whether reading failed because the shard is not there yet: whoever waits for a position may go on waiting. */
export function isComing(error: unknown): boolean {
	const cause = error instanceof FailureError ? (error.cause as { readonly type?: unknown } | undefined) : undefined;
	return cause?.type === missingShard;
}

const toSinceId = (generationId: number) => `generation-${generationId}`;
const failingId = 'failing';
const readAtOnceMax = 1_000;

const progressBody = {
	settings: { number_of_shards: 1 },
	mappings: { dynamic: false, properties: {} },
};

export function createProgressStore(
	connection: Pick<OpenSearchConnection, 'send' | 'address'>,
	{ progress }: IndexNames,
): ProgressStore {
	let isThere = false;

	async function create(): Promise<void> {
		const { replicas } = connection.address;
		const settings = { ...progressBody.settings, number_of_replicas: replicas };
		await createIndex(connection, progress, { ...progressBody, settings });
		isThere = true;
	}

	async function readAll<Source>(ids: readonly string[]): Promise<readonly (Source | undefined)[]> {
		const all: (Source | undefined)[] = [];
		for (let from = 0; from < ids.length; from += readAtOnceMax) {
			const some = ids.slice(from, from + readAtOnceMax);
			const { body, status } = await connection.send<FoundDocuments<Source>>({
				...{ path: `/${progress}/_mget`, body: { ids: some }, accepted: [404] },
			});
			const docs = status === 404 ? [] : body.docs;
			const failed = docs.find(({ error }) => error !== undefined && error.type !== missingIndex);
			// While its shard is not there yet, whoever took it for missing would build an index that is no longer wanted.
			if (failed !== undefined) {
				throw new FailureError(fail('unavailable', { retryAfterSeconds }).failure, { cause: failed.error });
			}
			all.push(...some.map((_, at) => (docs[at]?.found === true ? docs[at]?._source : undefined)));
		}
		return all;
	}

	async function put(id: string, source: object): Promise<void> {
		await ofAll(async () => {
			if (!isThere) await create();
			await connection.send({ path: `/${progress}/_doc/${id}`, method: 'PUT', body: source });
		});
	}

	async function remove(id: string): Promise<void> {
		await ofAll(() => connection.send({ path: `/${progress}/_doc/${id}`, method: 'DELETE', accepted: [404] }));
	}

	return {
		read: (builds) => readAll<BuildProgress>(builds),
		write: put,
		forget: remove,
		async readSince(generationIds) {
			const found = await readAll<{ readonly incarnation: string }>(generationIds.map(toSinceId));
			return new Map(generationIds.map((id, at) => [id, found[at]?.incarnation ?? '']));
		},
		writeSince: (generationId, incarnation) => put(toSinceId(generationId), { incarnation }),
		forgetSince: (generationId) => remove(toSinceId(generationId)),
		async readFailing() {
			const [found] = await readAll<{ readonly generationIds: readonly number[] }>([failingId]);
			return found?.generationIds ?? [];
		},
		writeFailing: (generationIds) => put(failingId, { generationIds }),
	};
}

/** What the index of notes refuses is no fault of a build. */
async function ofAll(send: () => Promise<unknown>): Promise<void> {
	try {
		await send();
	} catch (error) {
		throw error instanceof IndexRefusal ? new FailureError(error.failure, { cause: error }) : error;
	}
}
