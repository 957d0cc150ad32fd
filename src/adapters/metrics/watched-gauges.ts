/** Gauges of what is read in each zone whenever the metrics are. */

export interface WatchedGauges<State> {
	/** What `readState` answers is set with every reading from now on. */
	watch(zone: string, readState: () => Promise<State>): void;
	/** Reads all zones and sets their gauges; waits for a moment at most. */
	observe(): Promise<void>;
}

/** Nobody waits for longer for what is read for the metrics alone. */
const answerTimeoutMs = 1_000;

/** @param set is given nothing where the state could not be read, or not in time. */
export function watchZones<State>(set: (zone: string, state: State | undefined) => void): WatchedGauges<State> {
	const zones = new Map<string, () => Promise<State>>();
	return {
		watch: (zone, readState) => void zones.set(zone, readState),
		async observe() {
			await Promise.all([...zones].map(async ([zone, readState]) => set(zone, await answerInTime(readState()))));
		},
	};
}

async function answerInTime<T>(reading: Promise<T>): Promise<T | undefined> {
	const late = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => late.resolve(undefined), answerTimeoutMs);
	try {
		return await Promise.race([reading, late.promise]);
	} catch {
		// The gauges say so; what was read has told the log why.
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}
