/** What a member may do in the dashboard, by area. The owner may do everything, and manages users and keys alone. */

export const rightAreas = ['catalogue', 'searchSettings', 'recommendations', 'statistics', 'shop'] as const;
export type RightArea = (typeof rightAreas)[number];

/** Each level includes the ones before it. */
export const rightLevels = ['none', 'read', 'write'] as const;
export type RightLevel = (typeof rightLevels)[number];

export type Rights = Readonly<Record<RightArea, RightLevel>>;

export const noRights = makeRights('none');
export const allRights = makeRights('write');

function makeRights(level: RightLevel): Rights {
	return Object.fromEntries(rightAreas.map((area) => [area, level])) as Rights;
}

/** Whether somebody with the level `held` may do what takes `needed`. */
export function includesLevel(held: RightLevel, needed: RightLevel): boolean {
	return rightLevels.indexOf(held) >= rightLevels.indexOf(needed);
}
