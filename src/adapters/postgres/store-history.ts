/**
 * What has the store lost? Each incarnation knows where the logs were when it began (`migration-16.ts`), so what was read in an
 * earlier one is still there up to the smallest of the beginnings since:
 *
 *     incarnation 1   1 2 3 4 5 6 7 8 9
 *     incarnation 2             5 ┘ begins: 5 6 7 8             7, read in 1: lost, 7, read in 2: lost, too
 *     incarnation 3                         6 ┘ begins: 6 7     5, read in 1 or 2: still there
 *
 * An incarnation is known by a random id. Its number may be used twice: a promoted server may be lost as well, and another one
 * promoted that knows nothing of it.
 */
import { sql } from 'kysely';
import { comparePositions, type Position, startPosition, toPosition } from '../../domain/log/position.ts';
import type { CommonPast, StoreHistory } from '../../ports/store-history.ts';
import type { SqlReader } from '../sql/sql-connection.ts';
import { defineSql } from './define-sql.ts';
import { postgresQueries } from './postgres-builder.ts';

interface IncarnationRow {
	readonly number: number;
	readonly id: string;
	/** Null for one that began before ends were noted. */
	readonly events_end: Position | null;
}

const readNewest = defineSql<{ id: string }>(() => sql`select ${postgresQueries.log.incarnation} as id`);

const listIncarnations = defineSql<IncarnationRow>(
	() => sql`select number, id, events_end from store_incarnation order by number`,
);

const listCommonStarts = defineSql<{ generation_id: number; seq: number }, { since: number; count: number }>(
	({ since, count }) => sql`
		select generation_id, min(seq) as seq from generation_start where incarnation > ${since}
		group by generation_id having count(*) = ${count}`,
);

export function createStoreHistory(reads: SqlReader): StoreHistory {
	return {
		readIncarnation: async () => (await reads.first(readNewest, {}))?.id ?? '',
		async findCommonPast(since) {
			const all = await reads.all(listIncarnations, {});
			const incarnation = all.at(-1)?.id ?? '';
			const at = findSince(all, since);
			if (at === undefined) return toNothing(incarnation);
			const later = all.slice(at);
			if (later.length === 0) return { incarnation, eventsEnd: undefined, hasItems: () => true };
			const args = { since: all[at - 1]?.number ?? 0, count: later.length };
			const starts = await reads.all(listCommonStarts, args);
			const bySeq = new Map(starts.map(({ generation_id, seq }) => [generation_id, toPosition(seq)]));
			const ends = later.map(({ events_end: end }) => end ?? startPosition);
			return {
				incarnation,
				eventsEnd: ends.reduce((first, end) => (comparePositions(end, first) < 0 ? end : first)),
				hasItems: (generationId, upTo) => comparePositions(upTo, bySeq.get(generationId) ?? startPosition) <= 0,
			};
		},
	};
}

/** How many incarnations there are up to this one; undefined if it is not among them. */
function findSince(all: readonly IncarnationRow[], since: string): number | undefined {
	const at =
		since === '' ? all.findLastIndex(({ events_end: end }) => end === null) : all.findIndex(({ id }) => id === since);
	return at === -1 && since !== '' ? undefined : at + 1;
}

function toNothing(incarnation: string): CommonPast {
	return {
		...{ incarnation, eventsEnd: startPosition },
		hasItems: (_, upTo) => comparePositions(upTo, startPosition) <= 0,
	};
}
