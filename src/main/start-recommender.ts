/** Starts the recommender's thread beside a database and connects this thread to it. */

import { createRecommenderClient } from '../adapters/recommender/recommender-client.ts';
import type { RecommenderEvent } from '../followers/recommendations/model-state.ts';
import { defaultRecommenderLimits, type RecommenderLimits } from '../followers/recommendations/recommender-limits.ts';
import type { Recommender } from '../ports/recommender.ts';
import type { RecommenderThreadData } from './recommender-thread.ts';
import { type FollowerThread, startFollowerThread } from './start-follower-thread.ts';
import type { StoreAddress } from './topologies/store.ts';

export interface RecommenderThreadOptions {
	readonly store: StoreAddress;
	/**
	 * The directory of the zone's models. Everything in it can be deleted while the server is stopped, and is built
	 * again.
	 */
	readonly directory: string;
	readonly limits?: Partial<RecommenderLimits>;
	readonly onEvent: (event: RecommenderEvent) => void;
}

export interface RunningRecommender extends Pick<FollowerThread, 'connect' | 'hint' | 'expectHints'> {
	/** For the calling thread; other threads pass the `attach` of their own `createRecommenderClient` to `connect`. */
	readonly recommender: Recommender;
	/** Saves what is not saved and ends the thread. */
	stop(): Promise<void>;
}

export function startRecommenderThread(options: RecommenderThreadOptions): RunningRecommender {
	const { store, directory, onEvent } = options;
	const limits = { ...defaultRecommenderLimits, ...options.limits };
	const thread = startFollowerThread<RecommenderEvent>({
		name: 'recommender',
		url: new URL('./recommender-thread.ts', import.meta.url),
		toData: () => ({ workerData: { store, directory, limits } satisfies RecommenderThreadData }),
		onMessage: onEvent,
		onFailure: (error) => onEvent({ kind: 'failed', hashid: undefined, error }),
	});
	const client = createRecommenderClient();
	thread.connect(client.attach);
	return {
		recommender: client.recommender,
		connect: thread.connect,
		...{ hint: thread.hint, expectHints: thread.expectHints },
		async stop() {
			await thread.stop();
			client.detach();
		},
	};
}
