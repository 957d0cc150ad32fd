/** How far one search of the session model looks: the limits and decays of `session-signals.ts`. */
export interface SignalOptions {
	/** Clicks walked per item of the session, newest first; the early stop of VMIS-kNN (Kersbergen et al. 2022). */
	readonly clicksPerItemMax: number;
	/** Different items of the session that look for neighbours, newest first. */
	readonly itemsPerSessionMax: number;
	/** Items that one search can come upon; later ones are not considered. */
	readonly candidatesMax: number;
	/** Evidence of this age, in clicks of all sessions, weighs 1/√2 (1/2 in the second hop). */
	readonly ageClicks: number;
	/** An item n different items back in the session weighs e^(−n / positionDecay). */
	readonly positionDecay: number;
	/** A click d after the shared one in a neighbour weighs e^(−(d − 1) / distanceDecay); 12 clicks at most. */
	readonly distanceDecay: number;
	/** Candidates expanded in the second hop. */
	readonly bridgesMax: number;
	/** Newest clicks walked for each of them. */
	readonly clicksPerBridgeMax: number;
}
