/**
 * What the indexer sees to once in a while: builds that nobody searches any more are removed, those that somebody removed are
 * built again, and those of another language, schema or layout are begun.
 */
import { startPosition } from '../../domain/log/position.ts';
import { isBehind, isUnwritten, openSearchFollower } from './index-names.ts';
import { type IndexerState, listAll, listWanted } from './indexer-state.ts';
import { IndexRefusal } from './opensearch-connection.ts';

const tidyIntervalMs = 30_000;

type FoundBuilds = Readonly<Record<string, { readonly aliases: object }>>;

export async function tidy(state: IndexerState): Promise<void> {
	const { connection, names, generations, failures, items } = state;
	state.nextTidyMs = state.nowMs() + tidyIntervalMs;
	state.builds.clear();
	const { body, status } = await connection.send<FoundBuilds>({
		...{ path: `/${names.pattern}/_alias`, accepted: [404] },
	});
	const found = status === 404 ? {} : body;
	// Read after the builds: a generation that was created in between is not taken for one that is gone.
	const written = (await listAll(state)).filter((generation) => !isUnwritten(generation));
	const living = new Set(await generations.listIds());
	await failures.keep(new Set(written.filter(isBehind).map(({ generationId }) => generationId)));
	const wanted = new Map(
		(await listWanted(state, written)).map(({ generation, name }) => [generation.generationId, name]),
	);
	const searched = new Set(
		Object.entries(found).flatMap(([name, build]) => (isLedTo(build) ? [names.readGeneration(name)] : [])),
	);
	state.unbuilt = [];
	for (const generation of written) {
		const { generationId } = generation;
		if (isBehind(generation) || isLedTo(found[wanted.get(generationId) as string])) continue;
		if (searched.has(generationId)) state.unbuilt.push(generation);
		// Its index, or its alias, was removed by hand.
		else await items.moveFollower(generationId, openSearchFollower, startPosition);
	}
	await remove(state, found, { wanted, living, searched });
}

interface Wanted {
	/** By generation, its build. */
	readonly wanted: ReadonlyMap<number, string>;
	readonly living: ReadonlySet<number>;
	/** Generations that have a build which is searched. */
	readonly searched: ReadonlySet<number | undefined>;
}

async function remove(state: IndexerState, found: FoundBuilds, { wanted, living, searched }: Wanted): Promise<void> {
	const { connection, names, progress } = state;
	for (const [name, build] of Object.entries(found)) {
		const generationId = names.readGeneration(name);
		if (generationId === undefined) continue;
		const isReplaced = !isLedTo(build) && searched.has(generationId) && wanted.get(generationId) !== name;
		if (living.has(generationId) && !isReplaced) continue;
		try {
			await connection.send({ path: `/${name}`, method: 'DELETE', accepted: [404] });
		} catch (error) {
			// As while OpenSearch makes a snapshot of it.
			if (!(error instanceof IndexRefusal)) throw error;
			state.onFailure(error, generationId);
			continue;
		}
		await progress.forget(name);
		if (!living.has(generationId)) await progress.forgetSince(generationId);
	}
}

/** Whether an alias leads to a build. */
function isLedTo(build: FoundBuilds[string] | undefined): boolean {
	return build !== undefined && Object.keys(build.aliases).length > 0;
}
