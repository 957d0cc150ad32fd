/**
 * Is the store, or OpenSearch, a reason to send nobody here? Not while the server answers something without it: a load balancer
 * would take out all nodes at once, and nobody would be answered.
 *
 *     answers in time ─► ok      away ── as long as the grace ──► away, and ready      longer ─► not ready
 */
import { OpenSearchError } from '../adapters/opensearch/opensearch-connection.ts';
import { checkFilesAreLeft } from '../adapters/system/open-files.ts';
import type { ZoneCheck } from '../http/server/zone-services.ts';
import { type Grace, isAway } from '../lib/grace.ts';
import { shareRunning } from '../lib/share-running.ts';
import type { SearchLink } from './start-indexer.ts';

type StoreState = ZoneCheck['store'];

export interface StoreCheckOptions {
	/** @throws {FailureError} when it cannot be read or written */
	readonly check: () => Promise<void>;
	/** How long what was known stands; 0: it does not. */
	readonly grace: Pick<Grace, 'graceMsMax'>;
	readonly monotonicMs: () => number;
	/** When what is known was last as the store has it; checks that succeed count, too. */
	readonly readTrueAtMs?: (() => number) | undefined;
	/** With a grace, what takes longer is away: load balancers wait for a second. */
	readonly waitMs?: number;
}

const defaultWaitMs = 500;

export interface ZoneCheckOptions extends StoreCheckOptions {
	/** Undefined on a server without search. */
	readonly readSearchProgress: SearchLink['readProgress'] | undefined;
}

/** @returns what `ZoneServices.check` is. */
export function createZoneCheck({ readSearchProgress, ...options }: ZoneCheckOptions): () => Promise<ZoneCheck> {
	const checkStore = createStoreCheck(options);
	let hasStarted = false;

	async function checkSearch(): Promise<ZoneCheck['search']> {
		try {
			const progress = await readSearchProgress?.();
			hasStarted ||= progress?.isStarted === true;
			return progress;
		} catch (error) {
			// Nor is what all nodes ask.
			if (hasStarted && (isAway(error) || error instanceof OpenSearchError)) return 'away';
			throw error;
		}
	}

	return async () => {
		await checkFilesAreLeft();
		return { store: await checkStore(), search: await checkSearch() };
	};
}

/** @returns a check, which rejects as `check` does when the store is a reason. */
export function createStoreCheck(options: StoreCheckOptions): () => Promise<StoreState> {
	const { check, grace, monotonicMs, readTrueAtMs = () => 0, waitMs = defaultWaitMs } = options;
	let goodAtMs = monotonicMs();
	const ask = shareRunning(async (): Promise<StoreState> => {
		const startMs = monotonicMs();
		await check();
		goodAtMs = startMs;
		return 'ok';
	});

	return async () => {
		const running = ask();
		const isInGrace = () => monotonicMs() - Math.max(goodAtMs, readTrueAtMs()) < grace.graceMsMax;
		if (!isInGrace()) return running;
		const late = Promise.withResolvers<StoreState>();
		const timer = setTimeout(() => late.resolve('away'), waitMs);
		try {
			return await Promise.race([running, late.promise]);
		} catch (error) {
			if (isAway(error) && isInGrace()) return 'away';
			throw error;
		} finally {
			clearTimeout(timer);
		}
	};
}
