import type { FollowerThread } from './start-follower-thread.ts';
import type { AnyStore } from './topologies/store.ts';

type HintedThread = Pick<FollowerThread, 'hint' | 'expectHints'>;

/** Passes the hints of a store on to what should be newer than a second; statistics and what is suggested need not. */
export function listenToStore(
	{ listen }: Pick<AnyStore, 'listen'>,
	indexer: HintedThread | undefined,
	models: Partial<HintedThread>,
): void {
	listen?.({
		onHint: (log, calls) => (log === 'items' ? indexer?.hint(calls) : models.hint?.(calls)),
		onListening(isListening) {
			indexer?.expectHints(isListening);
			models.expectHints?.(isListening);
		},
	});
}
