/**
 * Makes the indexes in OpenSearch follow the items of the store. One node does it for all, under a lease; a second one that
 * believes to have the lease does no harm, because writes carry the serials of the store.
 *
 *     step    generations with writes that their index has not ─► log ─► documents ─► bulk ─► refresh ─► progress ─► store
 *
 * Killed anywhere, the next step reads again what was written after the last progress.
 */
import assert from 'node:assert/strict';
import { toItemKey } from '../../domain/item/dfid.ts';
import { comparePositions, laterPosition, readSerial, startPosition } from '../../domain/log/position.ts';
import { openIndexSchema } from '../../domain/schema/index-schema.ts';
import { createStorePast } from '../../followers/runtime/store-past.ts';
import { createAnalyzer } from '../../fulltext/analysis/analyzer.ts';
import { FailureError } from '../../lib/failure.ts';
import { toError } from '../../lib/thrown.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import type { ItemChange } from '../../ports/item-repository.ts';
import { createProgressStore } from './build-progress.ts';
import { type ItemDraft, writeInBulk } from './bulk-writes.ts';
import { toIndexBody } from './index-layout.ts';
import { createIndexNames, isUnwritten, openSearchFollower, toIndexMeta } from './index-names.ts';
import { createIndexerFailures } from './indexer-failures.ts';
import { type Build, type IndexerState, type ItemIndexerOptions, listAll, listWanted, note } from './indexer-state.ts';
import { type DocumentOptions, type KeyedDocument, toDocuments } from './item-document.ts';
import { createIndex, IndexRefusal } from './opensearch-connection.ts';
import { tidy } from './tidy-builds.ts';

export interface ItemIndexer {
	/** Some work, of a few seconds at most. @param fence of the lease, see `ports/lease.ts` @returns whether there is more */
	step(fence: number): Promise<boolean>;
}

type FoundMapping = Readonly<Record<string, { readonly mappings: { readonly _meta?: object } }>>;

const generationsAtOnceMax = 50;
/** So that the lease is renewed in time. */
const stepMs = 2_000;
const refreshTimeoutMs = 5_000;
/** After so long, another indexer may have the lease. */
const slowMs = 4_000;
const changesAtOnceMax = 500;
/** So long, a generation is written before what was written becomes visible. */
const refreshDelayMs = 700;
const notesMax = 20;

export function createItemIndexer(options: ItemIndexerOptions): ItemIndexer {
	const names = createIndexNames(options.connection.address.prefix, options.zone);
	const progress = createProgressStore(options.connection, names);
	const past = createStorePast(options.history);
	const failures = createIndexerFailures({ progress, nowMs: options.nowMs, random: options.random });
	const state: IndexerState = {
		...{ ...options, names, progress, failures, past },
		...{ builds: new Map(), tried: new Map(), incarnation: undefined, fence: undefined },
		...{ startMs: 0, lastId: 0, isAway: false, hasMore: false, unbuilt: [], nextTidyMs: 0 },
	};
	return {
		async step(fence) {
			state.startMs = state.nowMs();
			if (fence !== state.fence) await begin(state, fence);
			await comparePast(state);
			if (state.nowMs() >= state.nextTidyMs) await tidy(state);
			return followSome(state);
		},
	};
}

/** Goes on after the last generation, whatever came of it. @returns whether there is more to do */
async function followSome(state: IndexerState): Promise<boolean> {
	const behind = await state.generations.listBehind(openSearchFollower, state.lastId, generationsAtOnceMax);
	for (const generation of behind) {
		state.lastId = generation.generationId;
		if (state.failures.isWaiting(generation.generationId)) continue;
		state.hasMore = (await tryToFollow(state, generation)) === 'more' || state.hasMore;
		if (state.nowMs() >= state.startMs + stepMs) return true;
	}
	if (behind.length === generationsAtOnceMax) return true;
	const { hasMore } = state;
	state.lastId = 0;
	state.hasMore = false;
	// One after each pass over the others, whose writes no other build has.
	const unbuilt = state.unbuilt.pop();
	if (unbuilt === undefined) return hasMore;
	if (!state.failures.isWaiting(unbuilt.generationId)) await tryToFollow(state, unbuilt);
	return true;
}

/** Another indexer may have built anew what this one knows. */
async function begin(state: IndexerState, fence: number): Promise<void> {
	state.builds.clear();
	await state.failures.begin();
	state.fence = fence;
}

/** When the store is in another incarnation: builds with writes that it has lost are replaced by others. */
async function comparePast(state: IndexerState): Promise<void> {
	const { past, progress, builds, tried } = state;
	const incarnation = await past.readIncarnation();
	if (incarnation === state.incarnation) return;
	// Also those without a write: they may have lost all that they had.
	const wanted = await listWanted(state, await listAll(state));
	const noted = await progress.read(wanted.map(({ name }) => name));
	// An indexer that has lost its lease, and does not know it yet, notes what it reads: the log has that, if it is asked later.
	const ends = new Map((await listAll(state)).map(({ generationId, end }) => [generationId, end]));
	for (const [at, { generation }] of wanted.entries()) {
		const { generationId, followed } = generation;
		const end = ends.get(generationId);
		if (end === undefined) continue;
		const known = noted[at];
		const triedUpTo = tried.get(generationId);
		if (known === undefined && triedUpTo === undefined) continue;
		// What was tried was read in the incarnation until now.
		const common = await past.compare((known ?? state).incarnation ?? '', incarnation);
		const reached = laterPosition(known?.end ?? known?.position ?? startPosition, triedUpTo ?? startPosition);
		const isKept = common.hasItems(generationId, reached) && comparePositions(reached, end) <= 0;
		if (isKept && followed !== null && comparePositions(followed, known?.position ?? startPosition) <= 0) continue;
		// Searches go on with the old build until the new one is whole; what waits for a position does not.
		await state.items.moveFollower(generationId, openSearchFollower, startPosition);
		await progress.writeSince(generationId, incarnation);
	}
	builds.clear();
	tried.clear();
	state.incarnation = incarnation;
}

type Outcome = 'more' | 'through' | 'later';

/** @throws what is no failure of this generation: of the store, of the lease, of OpenSearch as a whole */
async function tryToFollow(state: IndexerState, generation: GenerationState): Promise<Outcome> {
	const { generationId } = generation;
	let outcome: Outcome;
	try {
		outcome = await follow(state, generation);
	} catch (error) {
		// It may be that the index was removed by hand, or the store has lost what was written.
		state.builds.delete(generationId);
		if (error instanceof FailureError && !(error instanceof IndexRefusal)) {
			state.isAway = true;
			throw error;
		}
		state.onFailure(toError(error), generationId);
		await state.failures.note(generationId);
		return 'later';
	}
	if (outcome === 'later') return outcome;
	if (state.isAway) state.failures.retryAll();
	state.isAway = false;
	await state.failures.clear(generationId);
	return outcome;
}

/** Brings the index of a generation closer to its log. */
async function follow(state: IndexerState, generation: GenerationState): Promise<Outcome> {
	const { generationId, end, followed } = generation;
	// The next step compares it.
	if (generation.incarnation !== state.incarnation) return 'later';
	if (followed === null) await state.items.moveFollower(generationId, openSearchFollower, startPosition);
	if (isUnwritten(generation)) {
		await state.items.moveFollower(generationId, openSearchFollower, end);
		return 'through';
	}
	const build = await openBuild(state, generation);
	const isThere = comparePositions(build.position, end) >= 0;
	if (isThere && build.isSearched) {
		if (followed === null || comparePositions(followed, build.position) < 0) await note(state, build);
		return 'through';
	}
	const isThrough = await apply(state, build, generation);
	if (isThrough === 'gone') {
		// What was written of it is not visible.
		state.builds.delete(generationId);
		return 'later';
	}
	await refresh(state, build);
	await checkLease(state, generation);
	if (isThrough && !build.isSearched) await lead(state, build);
	await note(state, build);
	return isThrough ? 'through' : 'more';
}

/** @throws {IndexRefusal} also when it takes too long, as it does where a shard is missing */
async function refresh({ connection }: IndexerState, { name }: Build): Promise<void> {
	try {
		await connection.send({ path: `/${name}/_refresh`, method: 'POST', timeoutMs: refreshTimeoutMs });
	} catch (error) {
		if (!(error instanceof FailureError) || error.failure.code !== 'timed_out') throw error;
		throw new IndexRefusal(error.failure, { cause: error });
	}
}

/** Whoever was slow may have lost its lease, and must not note an earlier position than the next holder has. */
async function checkLease({ items, nowMs, startMs }: IndexerState, generation: GenerationState): Promise<void> {
	if (nowMs() < startMs + slowMs) return;
	await items.moveFollower(generation.generationId, openSearchFollower, generation.followed ?? startPosition);
}

async function openBuild(state: IndexerState, generation: GenerationState): Promise<Build> {
	const { names, connection, builds, progress } = state;
	const known = builds.get(generation.generationId);
	if (known !== undefined && known.name === names.toBuild(toIndexMeta(generation, known.meta.incarnation)))
		return known;
	const [wanted] = await listWanted(state, [generation]);
	assert(wanted !== undefined);
	const { name, meta } = wanted;
	const found = await connection.send<FoundMapping>({ path: `/${name}/_mapping`, accepted: [404] });
	const isThere = found.status !== 404;
	if (!isThere || found.body[name]?.mappings._meta === undefined) {
		// Where an index is removed by hand, the next write makes one of that name, without our mapping.
		if (isThere) await connection.send({ path: `/${name}`, method: 'DELETE', accepted: [404] });
		await progress.forget(name);
		await createIndex(connection, name, toIndexBody(meta, connection.address));
	}
	const [noted] = await progress.read([name]);
	const alias = await connection.send({
		...{ path: `/${name}/_alias/${names.toAlias(generation.generationId)}`, method: 'HEAD', accepted: [404] },
	});
	const position = noted?.position ?? startPosition;
	const build: Build = {
		...{ name, meta, position, notes: noted?.notes ?? [] },
		// What is noted was compared with it.
		incarnation: state.incarnation ?? '',
		readEnd: noted?.end ?? position,
		isSearched: alias.status === 200,
	};
	builds.set(generation.generationId, build);
	return build;
}

/** From now on searches ask this build. */
async function lead({ connection, names }: IndexerState, build: Build): Promise<void> {
	const alias = names.toAlias(build.meta.generationId);
	const actions = [
		{ remove: { index: `${alias}-*`, alias, must_exist: false } },
		{ add: { index: build.name, alias } },
	];
	await connection.send({ path: '/_aliases', body: { actions } });
	build.isSearched = true;
}

/** @returns whether the end of the log was reached; `gone` when it is no longer there */
async function apply(state: IndexerState, build: Build, generation: GenerationState): Promise<boolean | 'gone'> {
	const { generationId, hashid, indexName, kind, end } = generation;
	const target = { hashid, indexName, generation: kind };
	const options = toDocumentOptions(generation);
	const untilMs = state.nowMs() + refreshDelayMs;
	do {
		const batch = await state.items.readLog(target, build.position, { changeCountMax: changesAtOnceMax });
		// A temporary index that went live has its log elsewhere: it is found there at the next step.
		if (batch === 'missing' || batch.generationId !== generationId) return 'gone';
		const last = batch.changes.at(-1);
		if (last === undefined) {
			build.position = laterPosition(build.position, end);
			build.readEnd = laterPosition(build.readEnd, build.position);
			return true;
		}
		build.readEnd = laterPosition(build.readEnd, batch.end);
		state.tried.set(generationId, build.readEnd);
		await write(state, build, { changes: batch.changes, options });
		build.position = last.position;
	} while (state.nowMs() < untilMs);
	return false;
}

function toDocumentOptions(generation: GenerationState): DocumentOptions {
	return {
		indexName: generation.indexName,
		analyzer: createAnalyzer(generation.locale),
		priceFormat: generation,
		schema: openIndexSchema(generation.schema),
	};
}

interface Writing {
	readonly changes: readonly ItemChange[];
	readonly options: DocumentOptions;
}

async function write(state: IndexerState, build: Build, { changes, options }: Writing): Promise<void> {
	const { connection, onFailure } = state;
	const { documents, notes } = toDocumentsOrNot(changes, options, (error) => onFailure(error, build.meta.generationId));
	build.notes = [...new Set([...build.notes, ...notes])].slice(0, notesMax);
	const byKey = new Map(documents.map(({ itemKey, document }) => [itemKey, document]));
	const drafts = changes.map(({ id, text, position }): ItemDraft => {
		const itemKey = toItemKey(id);
		return { itemKey, document: text === null ? undefined : byKey.get(itemKey), serial: readSerial(position) };
	});
	for (const { itemKey, reason } of await writeInBulk(connection, build.name, drafts)) {
		onFailure(new Error(`item ${itemKey} cannot be indexed: ${reason}`), build.meta.generationId);
	}
}

/** An item that cannot be indexed counts as deleted. */
function toDocumentsOrNot(
	changes: readonly ItemChange[],
	options: DocumentOptions,
	onFailure: (error: Error) => void,
): { readonly documents: readonly KeyedDocument[]; readonly notes: readonly string[] } {
	const puts = changes.flatMap(({ id, text, createdSeq, position }) =>
		text === null ? [] : { id, text, createdSeq, serial: readSerial(position) },
	);
	try {
		return toDocuments(puts, options);
	} catch {
		const each = puts.map((put) => {
			try {
				return toDocuments([put], options);
			} catch (cause) {
				onFailure(new Error(`item ${put.id} cannot be indexed`, { cause }));
				return { documents: [], notes: [] };
			}
		});
		return { documents: each.flatMap((one) => one.documents), notes: each.flatMap((one) => one.notes) };
	}
}
