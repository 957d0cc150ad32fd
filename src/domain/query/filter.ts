/** Which items may be hits? A filter is about one field; an item passes when any of its values in the field does. */
export type Filter = TermsFilter | RangeFilter | DistanceFilter;

export interface TermsFilter {
	readonly kind: 'terms';
	/** Dotted for a field of a nested object: `dimensions.width`. */
	readonly fieldName: string;
	/**
	 * An item passes with any of them: 1 to `filterValuesMax` texts, such as `6`, `true`, `Nike`. Case and accents do not
	 * matter, and the node of a path stands for all paths below it: `Home` for `Home > Kitchen`. A name that is not the
	 * first level of any path stands for nodes of that name on any level.
	 */
	readonly values: readonly string[];
	/** Whether only equal values pass; undefined means false. */
	readonly isExact?: boolean;
}

/** Numbers, or dates as milliseconds since 1970 in UTC. At least one bound is set. */
export interface RangeFilter {
	readonly kind: 'range';
	readonly fieldName: string;
	readonly gte?: number;
	readonly gt?: number;
	readonly lte?: number;
	readonly lt?: number;
}

export interface DistanceFilter extends GeoPoint {
	readonly kind: 'distance';
	readonly fieldName: string;
	/** ≥ 0. */
	readonly distanceMaxMeters: number;
}

/** Degrees: −90 … 90 and −180 … 180. */
export interface GeoPoint {
	readonly latitude: number;
	readonly longitude: number;
}
