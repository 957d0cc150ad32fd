/** How far is what follows the store? */
export const followerNames = ['search', 'recommendations', 'statistics'] as const;
export type FollowerName = (typeof followerNames)[number];

export interface FollowerState {
	readonly name: FollowerName;
	/** Writes of items or events that it has yet to apply, about; null when it does not answer. */
	readonly behindCount: number | null;
	/** For how long the oldest of them has been waiting; null where nothing says so. */
	readonly behindMs: number | null;
}
