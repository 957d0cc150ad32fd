/**
 * Schema version 16: where the logs were when an incarnation began, so that followers can tell whether they have read what is
 * gone (`store-history.ts`). A trigger notes it, because a process of an older version may begin one, too. It also raises the
 * fences of all leases by more than was ever lost: a holder of before does not hold the same fence again.
 *
 * Incarnations before this version have no end of the events; positions that were noted without an incarnation are of the
 * last of these. Of old incarnations nothing is kept: whoever was away for so many follows from the beginning.
 */
const text = 'text collate "C"';
const keptIncarnations = 8;
const fencesSkipped = 1_000_000;

export const sixteenthMigration: readonly string[] = [
	`alter table store_incarnation add column id ${text} not null default gen_random_uuid()::text`,
	`alter table store_incarnation add column events_end ${text}`,
	`create table generation_start (
		incarnation integer not null,
		generation_id bigint not null,
		seq bigint not null,
		primary key (incarnation, generation_id)
	)`,
	// A row that was carried here has its end. Whoever fires the trigger may have another search path.
	`create function note_incarnation() returns trigger language plpgsql as $$
		begin
			if new.events_end is not null then
				return new;
			end if;
			execute format(
				'select concat(incarnation, ''.'', xid, ''.'', serial) from %I.event
					order by incarnation desc, xid desc, serial desc limit 1', tg_table_schema
			) into new.events_end;
			new.events_end = coalesce(new.events_end, '0');
			execute format('delete from %I.generation_start where incarnation <= $1', tg_table_schema)
				using new.number - ${keptIncarnations};
			execute format(
				'insert into %1$I.generation_start (incarnation, generation_id, seq)
					select $1, id, seq from %1$I.generation where state <> ''retired''', tg_table_schema
			) using new.number;
			execute format(
				'update %I.lease set fence = fence + ${fencesSkipped}, expires_at = clock_timestamp()', tg_table_schema
			);
			return new;
		end
	$$`,
	`create trigger store_incarnation before insert on store_incarnation
		for each row execute function note_incarnation()`,
];
