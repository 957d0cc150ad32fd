/** Finds the generation of a target, for reads and writes of items. */
import type { GenerationKind, ItemTarget } from '../../domain/item/item.ts';
import type { Query, QueryBuilder, SqlValue } from './query.ts';

export type TargetArguments = { readonly hashid: string; readonly indexName: string };

/** Identifies an item of a generation. Unique, so these are the columns of an insert's conflicts. */
export const itemKeyColumns = ['generation_id', 'item_key'] as const;

/** One query per kind of generation, chosen by the target. */
export type QueryByKind<A extends Readonly<Record<string, SqlValue>>, Row> = Readonly<
	Record<GenerationKind, Query<A, Row>>
>;

const generationColumns = {
	live: 'search_index.live_generation_id',
	temporary: 'search_index.temporary_generation_id',
} as const;

export type GenerationColumn = (typeof generationColumns)[GenerationKind];

/** Builds the same query for both kinds: `build` gets the column that refers to the generation. */
export function byKind<A extends Readonly<Record<string, SqlValue>>, Row>(
	build: (column: GenerationColumn) => Query<A, Row>,
): QueryByKind<A, Row> {
	return { live: build(generationColumns.live), temporary: build(generationColumns.temporary) };
}

/** The index of a target: one row, or none. */
export function selectIndex(db: QueryBuilder, args: TargetArguments) {
	return db
		.selectFrom('search_index')
		.where('search_index.hashid', '=', args.hashid)
		.where('search_index.name', '=', args.indexName);
}

export function toTargetArguments({ hashid, indexName }: ItemTarget): TargetArguments {
	return { hashid, indexName };
}

/** A key as text, for maps of items in memory. */
export function toHex(bytes: Uint8Array): string {
	return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
