/**
 * The generations, for followers of their logs. A generation belongs to an index by one of two columns, so live and
 * temporary ones take two queries of the same shape.
 */
import { toPosition } from '../../domain/log/position.ts';
import { openIndexSchema } from '../../domain/schema/index-schema.ts';
import type { GenerationRepository, GenerationState } from '../../ports/generation-repository.ts';
import { byKind, type GenerationColumn } from './item-queries.ts';
import type { LogOrder } from './log-order.ts';
import { defineQuery, type QueryBuilder } from './query.ts';
import type { SqlReader } from './sql-connection.ts';

interface Source {
	readonly db: QueryBuilder;
	readonly log: LogOrder;
	readonly column: GenerationColumn;
}

const listOfSearchEngine = byKind((column) =>
	defineQuery((db, args: { hashid: string; follower: string }, { log }) =>
		selectGenerations({ db, log, column }, args.follower)
			.where('search_index.hashid', '=', args.hashid)
			.orderBy('search_index.id'),
	),
);

type BatchArguments = { readonly follower: string; readonly afterId: number; readonly rowsMax: number };

const listAll = byKind((column) =>
	defineQuery((db, args: BatchArguments, { log }) => selectBatch({ db, log, column }, args)),
);

const listBehind = byKind((column) =>
	defineQuery((db, args: BatchArguments, { log }) =>
		selectBatch({ db, log, column }, args).where(({ eb, or, ref }) =>
			or([eb('follower.seq', 'is', null), eb('follower.seq', '<', ref('generation.seq'))]),
		),
	),
);

const listIds = byKind((column) =>
	defineQuery((db) => db.selectFrom('search_index').select(`${column} as id`).where(column, 'is not', null)),
);

/**
 * Two statements see two states of the database. A temporary generation may go live between them, but a live one never
 * becomes temporary. In this order at least one of them sees it; if both do, the later one counts.
 */
export function createGenerationReads(connection: SqlReader): GenerationRepository {
	/** Live and temporary generations in one order. */
	async function readBatch(query: typeof listAll, args: BatchArguments): Promise<GenerationState[]> {
		const temporary = await connection.all(query.temporary, args);
		const live = await connection.all(query.live, args);
		const byId = new Map(temporary.map((row) => [row.id, toState(row, 'temporary')]));
		for (const row of live) byId.set(row.id, toState(row, 'live'));
		return [...byId.values()].sort((a, b) => a.generationId - b.generationId).slice(0, args.rowsMax);
	}

	return {
		async listOfSearchEngine(hashid, kind, follower) {
			const rows = await connection.all(listOfSearchEngine[kind], { hashid, follower });
			return rows.map((row) => toState(row, kind));
		},
		listAll: (follower, afterId, countMax) => readBatch(listAll, { follower, afterId, rowsMax: countMax }),
		listBehind: (follower, afterId, countMax) => readBatch(listBehind, { follower, afterId, rowsMax: countMax }),
		async listIds() {
			const rows = [...(await connection.all(listIds.temporary, {})), ...(await connection.all(listIds.live, {}))];
			return [...new Set(rows.flatMap(({ id }) => id ?? []))].sort((a, b) => a - b);
		},
	};
}

function selectBatch(source: Source, { follower, afterId, rowsMax }: BatchArguments) {
	return selectGenerations(source, follower)
		.where('generation.id', '>', afterId)
		.orderBy('generation.id')
		.limit(rowsMax);
}

function selectGenerations({ db, log: { incarnation }, column }: Source, follower: string) {
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
			'search_index.field_overrides',
			'search_engine.locale',
			'search_engine.currency',
			'follower.seq as followed_seq',
			incarnation.as('incarnation'),
		]);
}

interface GenerationRow {
	readonly id: number;
	readonly seq: number;
	readonly hashid: string;
	readonly name: string;
	readonly field_overrides: string | null;
	readonly locale: string;
	readonly currency: string;
	readonly followed_seq: number | null;
	readonly incarnation: string;
}

function toState(row: GenerationRow, kind: GenerationState['kind']): GenerationState {
	return {
		generationId: row.id,
		hashid: row.hashid,
		indexName: row.name,
		kind,
		locale: row.locale,
		currency: row.currency,
		schema: row.field_overrides === null ? '' : openIndexSchema(row.field_overrides).indexedText,
		end: toPosition(row.seq),
		incarnation: row.incarnation,
		followed: row.followed_seq === null ? null : toPosition(row.followed_seq),
	};
}
