export interface ClientKeys {
	/**
	 * A pseudonym of a client's network (as `toClientNetwork` gives it) that is valid for the day (UTC): 16 lower-case
	 * hex digits. Without the server key it reveals neither the network nor whether the pseudonyms of two days belong to
	 * one network.
	 */
	toClientKey(network: string, nowMs: number): string;
}
