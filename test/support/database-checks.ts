/** Invariants of the database of a stopped server. */
import assert from 'node:assert/strict';
import type { ItemTarget } from '../../src/domain/item/item.ts';
import { comparePositions, startPosition } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';

/** Opens the database of a stopped server for the time of `inspect`. */
export async function inspectDatabase(dataDir: string, inspect: (database: Database) => Promise<void>): Promise<void> {
	const database = await chosenStore().open(toZoneHome(dataDir));
	try {
		await inspect(database);
	} finally {
		await database.close();
	}
}

/** The items that result from replaying the log of a generation from its start, as texts by id. */
export async function replayLog({ items }: Database, target: ItemTarget): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	let after = startPosition;
	for (;;) {
		const log = await items.readLog(target, after, { changeCountMax: 500 });
		assert.notEqual(log, 'missing', `${target.hashid} ${target.indexName} ${target.generation}`);
		if (log === 'missing' || log.changes.length === 0) return texts;
		for (const { position, id, text } of log.changes) {
			assert.ok(comparePositions(position, after) > 0, `${position} comes after ${after}`);
			after = position;
			if (text === null) texts.delete(id);
			else texts.set(id, text);
		}
	}
}

/** States that must never occur, as queries that find them. */
const toImpossibilities = (isSummed: string): Readonly<Record<string, string>> => ({
	'an index whose live generation is not live': `
		select * from search_index i left join generation g on g.id = i.live_generation_id where g.state is distinct from 'live'`,
	'a lock without a temporary generation': `
		select * from search_index i left join generation g on g.id = i.temporary_generation_id
		where i.temporary_generation_id is not null and g.state is distinct from 'temporary'`,
	'a generation that is in use and belongs to no index': `
		select * from generation g where g.state <> 'retired' and not exists (
			select 1 from search_index i where g.id in (i.live_generation_id, i.temporary_generation_id))`,
	'a generation whose count is not the number of its items': `
		select g.id, g.item_count, count(i.body) from generation g left join item i on i.generation_id = g.id
		where g.state <> 'retired' group by g.id having g.item_count <> count(i.body)`,
	'a seq above the last one given out': `
		select g.id, g.seq, max(i.seq) from generation g join item i on i.generation_id = g.id
		group by g.id having max(i.seq) > g.seq`,
	'items of a generation that does not exist': `
		select distinct generation_id from item where generation_id not in (select id from generation)`,
	'a running copy into a generation that is not the temporary one of its index': `
		select * from reindex_task t join search_index i on i.id = t.index_id where t.status = 'reindexing'
		and (t.target_generation_id is distinct from i.temporary_generation_id or t.source_generation_id <> i.live_generation_id)`,
	'two running copies for one index': `
		select index_id from reindex_task where status = 'reindexing' group by index_id having count(*) > 1`,
	'sums of widgets that are not what the log has up to their mark': `
		select counted.n, summed.n from
			(select count(*) as n from event
				where ${isSummed} and kind in ('impression', 'widget_click', 'cart', 'purchase') and is_bot = 0
				and widget_id in (select id from widget)) as counted,
			(select coalesce(sum(impressions + clicks + carts + purchases), 0) as n from widget_day) as summed
		where counted.n <> summed.n`,
	'an engine of no account': 'select * from search_engine where account_id not in (select id from account)',
});

/** Checks that the database is intact, and that related rows agree. */
export async function checkDatabase(dataDir: string): Promise<void> {
	const store = chosenStore();
	const home = toZoneHome(dataDir);
	await store.settle(home);
	await store.checkIntegrity(home);
	const impossibilities = Object.entries(toImpossibilities(store.isSummed));
	const found = await store.readRows(
		home,
		impossibilities.map(([, query]) => query),
	);
	for (const [at, [what]] of impossibilities.entries()) assert.deepEqual(found[at], [], what);
}
