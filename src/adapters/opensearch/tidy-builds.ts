/**
 * What the indexer sees to once in a while: builds that nobody searches any more are removed, those that somebody removed are
 * built again, and notes that an indexer without the lease has written late are put right.
 */
import { comparePositions, startPosition } from '../../domain/log/position.ts';
import type { GenerationState } from '../../ports/generation-repository.ts';
import { isUnwritten, openSearchFollower } from './index-names.ts';
import { type IndexerState, listAll, listWanted, note } from './indexer-state.ts';

const tidyIntervalMs = 30_000;

type FoundBuilds = Readonly<Record<string, { readonly aliases: object }>>;

export async function tidy(state: IndexerState): Promise<void> {
	const { connection, names, generations, failures } = state;
	state.nextTidyMs = state.nowMs() + tidyIntervalMs;
	await noteAgain(state);
	state.builds.clear();
	const { body, status } = await connection.send<FoundBuilds>({
		...{ path: `/${names.pattern}/_alias`, accepted: [404] },
	});
	const found = status === 404 ? {} : body;
	// Read after the builds: a generation that was created in between is not taken for one that is gone.
	const written = (await listAll(state)).filter((generation) => !isUnwritten(generation));
	const wanted = new Map(
		(await listWanted(state, written)).map(({ generation, name }) => [generation.generationId, name]),
	);
	await remove(state, found, { wanted, living: new Set(await generations.listIds()) });
	const isSearched = ({ generationId }: GenerationState) => isLedTo(found[wanted.get(generationId) as string]);
	for (const generation of written) {
		// Its index, or its alias, was removed by hand.
		if (isBehind(generation) || isSearched(generation)) continue;
		await state.items.moveFollower(generation.generationId, openSearchFollower, startPosition);
	}
	await failures.keep(new Set(written.filter(isBehind).map(({ generationId }) => generationId)));
}

/** An indexer that had lost its lease, and did not know it, may have noted an earlier position. */
async function noteAgain(state: IndexerState): Promise<void> {
	const known = [...state.builds.values()];
	const noted = await state.progress.read(known.map(({ name }) => name));
	for (const [at, build] of known.entries()) {
		const position = noted[at]?.position;
		if (position !== undefined && comparePositions(position, build.position) < 0) await note(state, build);
	}
}

interface Wanted {
	/** By generation, its build. */
	readonly wanted: ReadonlyMap<number, string>;
	readonly living: ReadonlySet<number>;
}

async function remove(
	{ connection, names, progress }: IndexerState,
	found: FoundBuilds,
	{ wanted, living }: Wanted,
): Promise<void> {
	const builds = Object.entries(found);
	const searched = new Set(builds.flatMap(([name, build]) => (isLedTo(build) ? [names.readGeneration(name)] : [])));
	for (const [name, build] of builds) {
		const generationId = names.readGeneration(name);
		if (generationId === undefined) continue;
		const isReplaced = !isLedTo(build) && searched.has(generationId) && wanted.get(generationId) !== name;
		if (living.has(generationId) && !isReplaced) continue;
		await connection.send({ path: `/${name}`, method: 'DELETE', accepted: [404] });
		await progress.forget(name);
		if (!living.has(generationId)) await progress.forgetSince(generationId);
	}
}

/** Whether an alias leads to a build. */
function isLedTo(build: FoundBuilds[string] | undefined): boolean {
	return build !== undefined && Object.keys(build.aliases).length > 0;
}

function isBehind({ followed, end }: GenerationState): boolean {
	return followed === null || comparePositions(followed, end) < 0;
}
