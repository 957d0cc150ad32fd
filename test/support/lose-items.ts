/** What a promoted standby would have of a database, without one: the last writes of an index are gone, and it has another timeline. */
import assert from 'node:assert/strict';
import { queryPostgres } from './query-postgres.ts';

export interface KeptItems {
	readonly hashid: string;
	/** The last write that is kept. Later ones must have created items. */
	readonly seq: number;
}

/** Of the live index `product`. */
const liveGeneration = `(select live_generation_id from search_index where hashid = '%' and name = 'product')`;

const toGeneration = (hashid: string) => liveGeneration.replace('%', hashid);

export async function readSeq(url: string, hashid: string): Promise<number> {
	const [row] = await queryPostgres(url, `select seq::integer from generation where id = ${toGeneration(hashid)}`);
	assert(typeof row?.seq === 'number');
	return row.seq;
}

/** Ends all connections, as the end of a primary does. */
export async function loseItems(url: string, { hashid, seq }: KeptItems): Promise<void> {
	assert(/^[0-9a-f]+$/.test(hashid) && Number.isSafeInteger(seq));
	const generation = toGeneration(hashid);
	await queryPostgres(
		url,
		`begin;
		lock table store_incarnation in access exclusive mode;
		select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
		with lost as (delete from item where generation_id = ${generation} and seq > ${seq} returning 1)
			update generation set seq = ${seq}, item_count = item_count - (select count(*) from lost) where id = ${generation};
		update follower set seq = least(seq, ${seq}) where generation_id = ${generation};
		update store_incarnation set timeline = timeline - 1;
		commit`,
	);
}
