/** How far does one search of the session model reach? The limits and decays of `session-signals.ts`. */
export interface SignalOptions {
	/** Clicks visited per item of the session, newest first; the early stop of VMIS-kNN (Kersbergen et al. 2022). */
	readonly clicksPerItemMax: number;
	/** Different items of the session for which neighbours are searched, newest first. */
	readonly itemsPerSessionMax: number;
	/** The most items that one search can find; later ones are ignored. */
	readonly candidatesMax: number;
	/** Evidence of this age, in clicks of all sessions, weighs 1/√2 (1/2 in the second hop). */
	readonly ageClicks: number;
	/** An item n different items back in the session weighs e^(−n / positionDecay). */
	readonly positionDecay: number;
	/** A click d after the shared one in a neighbour weighs e^(−(d − 1) / distanceDecay); at most 12 clicks. */
	readonly distanceDecay: number;
	/** Candidates expanded in the second hop. */
	readonly bridgesMax: number;
	/** Newest clicks visited for each of them. */
	readonly clicksPerBridgeMax: number;
}
