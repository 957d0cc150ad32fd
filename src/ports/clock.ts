/** The time, as an argument. */
export interface Clock {
	/** Milliseconds since 1970-01-01 UTC. */
	nowMs(): number;
}
