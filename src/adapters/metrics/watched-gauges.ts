/** Gauges whose values are read in each zone at every scrape. */
import { answerInTime } from '../../lib/answer-in-time.ts';

export interface WatchedGauges<State> {
	/** From now on every scrape sets the gauges to what `readState` returns. */
	watch(zone: string, readState: () => Promise<State>): void;
	/** Reads all zones and sets their gauges; waits for a moment at most. */
	observe(): Promise<void>;
}

/** A scrape should not wait longer for a single value. */
const answerTimeoutMs = 1_000;

/** @param set gets undefined when the state could not be read, or not in time. */
export function watchZones<State>(set: (zone: string, state: State | undefined) => void): WatchedGauges<State> {
	const zones = new Map<string, () => Promise<State>>();
	return {
		watch: (zone, readState) => void zones.set(zone, readState),
		async observe() {
			await Promise.all(
				[...zones].map(async ([zone, readState]) => set(zone, await answerInTime(readState(), answerTimeoutMs))),
			);
		},
	};
}
