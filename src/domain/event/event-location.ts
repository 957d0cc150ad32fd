/** Where the caller of an event was, about: what a database knew of the network when the event arrived. */
export interface EventLocation {
	/** ISO 3166-1, two upper-case letters. */
	readonly country: string | null;
	/** `AF`, `AN`, `AS`, `EU`, `NA`, `OC` or `SA`. */
	readonly continent: string | null;
	/** In English. */
	readonly city: string | null;
	/** In degrees, with two decimals: about a kilometre. */
	readonly latitude: number | null;
	readonly longitude: number | null;
}
