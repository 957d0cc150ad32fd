export interface ClientKeys {
	/**
	 * A name for a client's network, as `toClientNetwork` gives it, that holds for the day (UTC): 16 lower-case hex digits.
	 * Only who has the server key can tell which network it is, or that two days' names are of one.
	 */
	toClientKey(network: string, nowMs: number): string;
}
