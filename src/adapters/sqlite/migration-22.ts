/**
 * Schema version 22: a search without a session belongs to the session that names it. What was counted before is counted
 * otherwise, so all builds are made again; reports show the previous ones until then.
 */
export const twentySecondMigration: readonly string[] = [
	`update statistics_build set is_outdated = 1 where state = 'building' and position <> '0'`,
	`insert into statistics_build
		(hashid, state, position, erased_up_to, is_outdated, name_count, part_count, newest_day, attribution_hours)
		select hashid, 'building', '0', '0', 0, 0, 0, -1, attribution_hours from statistics_build as live
		where state = 'live' and not exists (
			select 1 from statistics_build as building where building.hashid = live.hashid and building.state = 'building'
		)`,
];
