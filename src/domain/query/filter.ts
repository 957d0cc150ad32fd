/** Which items may be hits at all? A filter is about one field; an item passes when any of its values of it does. */
export type Filter = TermsFilter | RangeFilter | DistanceFilter;

export interface TermsFilter {
	readonly kind: 'terms';
	/** Dotted for a field of a nested object: `dimensions.width`. */
	readonly fieldName: string;
	/**
	 * Any of them, 1 to `filterValuesMax`, as the text of the value: `6`, `true`, `Nike`. Case and accents make no difference, and
	 * a node of a path stands for all paths below it: `Home` for `Home > Kitchen`. A name that is no path's first level
	 * stands for the nodes of that name wherever they are.
	 */
	readonly values: readonly string[];
	/** Whether only equal values pass; undefined: no. */
	readonly isExact?: boolean;
}

/** Numbers, or dates as milliseconds since 1970 in UTC. At least one bound is there. */
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
