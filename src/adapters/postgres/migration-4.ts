/**
 * Schema version 4: how long after a click a purchase is attributed to it, by store and by build. What is counted of
 * the same events has changed, so all builds are made again.
 */
export const fourthMigration: readonly string[] = [
	'alter table store add column attribution_hours bigint not null default 24',
	'alter table statistics_build add column attribution_hours bigint not null default 24',
	`update statistics_build set is_outdated = 1 where state = 'building'`,
	`insert into statistics_build
		(hashid, state, position, erased_up_to, is_outdated, name_count, part_count, newest_day)
		select hashid, 'building', '0', '0', 0, 0, 0, -1 from statistics_build as live
		where state = 'live' and not exists (
			select 1 from statistics_build as building where building.hashid = live.hashid and building.state = 'building'
		)`,
];
