/**
 * What the nodes of an installation tell each other of the tokens that they have spent. A bucket is known by the time
 * in which it will be full again, so that an exchange needs neither its rate nor its size, nor equal clocks.
 */
export interface RateExchange {
	/** Whether this node has nobody to count with at the moment. */
	isAlone(): boolean;
	/**
	 * Adds what was spent to what the others have spent, each bucket once.
	 * @returns for each, in ms, how long until it is full again; undefined when there was no answer in time. Never rejects.
	 */
	exchange(spendings: readonly Spending[]): Promise<readonly number[] | undefined>;
	close(): Promise<void>;
}

export interface Spending {
	/** Of the bucket: short, and the same on all nodes. */
	readonly name: string;
	/** In which what was spent comes back; > 0. */
	readonly costMs: number;
	/** In which it is full again at the latest, whatever was spent. */
	readonly missingMsMax: number;
}
