/**
 * Which generations are there, for those who follow their logs? A generation belongs to an index by one of two columns:
 * the live ones and the temporary ones are two queries of the same shape.
 */
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import { byKind, type GenerationColumn } from './item-queries.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

const listOfSearchEngine = byKind((column) =>
	defineQuery((db, args: { hashid: string; follower: string }) =>
		selectGenerations(db, column, args.follower)
			.where('search_index.hashid', '=', args.hashid)
			.orderBy('search_index.id'),
	),
);

const listBehind = byKind((column) =>
	defineQuery((db, args: { follower: string; afterId: number; rowsMax: number }) =>
		selectGenerations(db, column, args.follower)
			.where('generation.id', '>', args.afterId)
			.where(({ eb, or, ref }) => or([eb('follower.seq', 'is', null), eb('follower.seq', '<', ref('generation.seq'))]))
			.orderBy('generation.id')
			.limit(args.rowsMax),
	),
);

const listIds = byKind((column) =>
	defineQuery((db) => db.selectFrom('search_index').select(`${column} as id`).where(column, 'is not', null)),
);

export function createGenerationReads(connection: SqlConnection): GenerationRepository {
	return {
		async listOfSearchEngine(hashid, kind, follower) {
			const rows = await connection.all(listOfSearchEngine[kind], { hashid, follower });
			return rows.map((row) => toState(row, kind));
		},
		async listBehind(follower, afterId, countMax) {
			const args = { follower, afterId, rowsMax: countMax };
			const live = await connection.all(listBehind.live, args);
			const temporary = await connection.all(listBehind.temporary, args);
			const all = [...live.map((row) => toState(row, 'live')), ...temporary.map((row) => toState(row, 'temporary'))];
			return all.sort((a, b) => a.generationId - b.generationId).slice(0, countMax);
		},
		async listIds() {
			const rows = [...(await connection.all(listIds.live, {})), ...(await connection.all(listIds.temporary, {}))];
			return rows.flatMap(({ id }) => id ?? []).sort((a, b) => a - b);
		},
	};
}

function selectGenerations(db: QueryBuilder, column: GenerationColumn, follower: string) {
	return db
		.selectFrom('search_index')
		.innerJoin('generation', 'generation.id', column)
		.innerJoin('search_engine', 'search_engine.hashid', 'search_index.hashid')
		.leftJoin('follower', (join) =>
			join.onRef('follower.generation_id', '=', 'generation.id').on('follower.name', '=', follower),
		)
		.select([
			'generation.id',
			'generation.seq',
			'search_index.hashid',
			'search_index.name',
			'search_engine.locale',
			'search_engine.currency',
			'search_engine.has_stopwords',
			'follower.seq as followed_seq',
		]);
}

interface GenerationRow {
	readonly id: number;
	readonly seq: number;
	readonly hashid: string;
	readonly name: string;
	readonly locale: string;
	readonly currency: string;
	readonly has_stopwords: number;
	readonly followed_seq: number | null;
}

function toState(row: GenerationRow, kind: GenerationState['kind']): GenerationState {
	return {
		generationId: row.id,
		hashid: row.hashid,
		indexName: row.name,
		kind,
		locale: row.locale,
		currency: row.currency,
		hasStopwords: row.has_stopwords === 1,
		seq: row.seq,
		followedSeq: row.followed_seq,
	};
}
