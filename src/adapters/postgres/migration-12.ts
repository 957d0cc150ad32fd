/**
 * Schema version 12: how often items are shown is counted. Statistics do not have it of what they have counted, so all
 * builds are made again; reports show the previous ones until then. A process of an older version may be about to write
 * the first step of a build, so those that have not begun are outdated, too.
 */
export const twelfthMigration: readonly string[] = [
	`update statistics_build set is_outdated = 1 where state = 'building'`,
	`insert into statistics_build
		(hashid, state, position, erased_up_to, is_outdated, name_count, part_count, newest_day, attribution_hours)
		select hashid, 'building', '0', '0', 0, 0, 0, -1, attribution_hours from statistics_build as live
		where state = 'live' and not exists (
			select 1 from statistics_build as building where building.hashid = live.hashid and building.state = 'building'
		)`,
];
