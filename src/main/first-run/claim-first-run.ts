/**
 * Of several processes that start on an empty database, one creates the demo shop: the first run is a job with a lease. The
 * others go on without one.
 */
import type { FirstRunMarker } from '../../adapters/data-directory/first-run-marker.ts';
import type { Lease } from '../../ports/lease.ts';
import { type FirstRun, type FirstRunZone, prepareFirstRun } from './first-run.ts';

export interface ClaimedFirstRun {
	/** Creates the key that is to be shown. */
	makeKey(): Promise<FirstRun>;
	/** To be called when the key is shown. */
	end(): Promise<void>;
}

/** A catalogue takes some seconds, which is longer than a lease lasts. */
const renewIntervalMs = 1_000;

/** @returns undefined when this is not a first start, or another process's. */
export async function claimFirstRun(
	zone: FirstRunZone & { readonly firstRunLease: Lease },
	marker: FirstRunMarker,
): Promise<ClaimedFirstRun | undefined> {
	const { firstRunLease: lease } = zone;
	if ((await lease.hold()) === undefined) return undefined;
	// Where the database does not answer, so do the writes of the first run, which fail it.
	const renewal = setInterval(() => void lease.hold().catch(() => undefined), renewIntervalMs).unref();
	const release = async () => {
		clearInterval(renewal);
		await lease.release();
	};
	try {
		const makeKey = await prepareFirstRun(zone, marker);
		if (makeKey === undefined) await release();
		return makeKey && { makeKey, end: () => marker.clear().then(release) };
	} catch (error) {
		clearInterval(renewal);
		throw error;
	}
}
