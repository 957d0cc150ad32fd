/**
 * The answer of `GET /health/ready`. It says whether the server is ready, and tells the operator which search engines are
 * not.
 */
import { type Static, Type } from 'typebox';
import { listedBuildsMax, type SearchProgress } from '../../domain/query/search-progress.ts';
import type { ZoneCheck } from '../server/zone-services.ts';
import { component } from '../shared/schema-component.ts';

const engine = Type.Object({
	hashid: Type.String(),
	index: Type.String({ description: 'Name of the index' }),
	writes_indexed: Type.Integer({ description: 'The last write that its search index has' }),
	writes_wanted: Type.Integer({ description: 'The write from which on it can be searched' }),
	failing: Type.Boolean({ description: 'It failed several times in a row, and is tried again: the log says why' }),
});

export const readiness = component(
	'Readiness',
	Type.Object({
		status: Type.Enum(['ok', 'unavailable', 'draining'], {
			description: '`draining`: it was told to stop, and still answers',
		}),
		store: Type.Optional(
			Type.Enum(['away'], {
				description:
					'The database does not answer. The server is ready as long as searches and widgets go by what it knew: ten minutes. Writes fail',
			}),
		),
		opensearch: Type.Optional(
			Type.Enum(['away'], { description: 'OpenSearch does not answer. Searches are answered 503; all else goes on' }),
		),
		search: Type.Optional(
			Type.Object(
				{
					started: Type.Boolean({
						description: 'Whether all search indexes that the start found incomplete are whole',
					}),
					indexes_building: Type.Integer({
						description: 'Indexes whose searches are answered 503 until they are whole',
					}),
					indexes_failing: Type.Integer({
						description: 'Those that could not be built; they do not hold the server up',
					}),
					indexes_rebuilding: Type.Integer({
						description: `Indexes that are built anew while the ones before them are searched, ${listedBuildsMax} in each zone at most`,
					}),
					writes_indexed: Type.Integer({ description: 'Of those that are not searched yet, together' }),
					writes_wanted: Type.Integer(),
					engines: Type.Optional(
						Type.Array(engine, { description: `The first ${listedBuildsMax} of them; for the operator token alone` }),
					),
				},
				{ description: 'Left out when there is no search, or nothing to be said of it' },
			),
		),
	}),
);

export type Readiness = Static<typeof readiness>;

/** @param isOperator whether engines may be named. */
export function toReadinessWire(zones: readonly ZoneCheck[], isOperator: boolean): Readiness {
	const told = zones.flatMap(({ search }) => (search === undefined || search === 'away' ? [] : search));
	const started = told.every(({ isStarted }) => isStarted);
	const search = toSearchWire(told, { started, isOperator });
	return {
		status: started ? 'ok' : 'unavailable',
		...(zones.some(({ store }) => store === 'away') && { store: 'away' as const }),
		...(zones.some(({ search }) => search === 'away') && { opensearch: 'away' as const }),
		...(search !== undefined && { search }),
	};
}

function toSearchWire(
	told: readonly SearchProgress[],
	{ started, isOperator }: { readonly started: boolean; readonly isOperator: boolean },
): Readiness['search'] {
	const sum = (count: (progress: SearchProgress) => number) =>
		told.reduce((total, progress) => total + count(progress), 0);
	const buildingCount = sum((progress) => progress.buildingCount);
	const failingCount = sum((progress) => progress.failingCount);
	const rebuildingCount = sum(({ replacements }) => replacements.length);
	if (started && buildingCount + failingCount + rebuildingCount === 0) return undefined;
	const search = {
		started,
		indexes_building: buildingCount,
		indexes_failing: failingCount,
		indexes_rebuilding: rebuildingCount,
		writes_indexed: sum(({ writesIndexed }) => writesIndexed),
		writes_wanted: sum(({ writesWanted }) => writesWanted),
	};
	return isOperator ? { ...search, engines: toEngines(told) } : search;
}

function toEngines(zones: readonly SearchProgress[]) {
	return zones
		.flatMap(({ builds }) => builds)
		.slice(0, listedBuildsMax)
		.map(({ hashid, indexName, writesIndexed, writesWanted, isFailing }) => ({
			...{ hashid, index: indexName, failing: isFailing },
			...{ writes_indexed: writesIndexed, writes_wanted: writesWanted },
		}));
}
