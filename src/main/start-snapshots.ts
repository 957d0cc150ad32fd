/** Snapshots of search indexes, which nodes leave for each other: where they are, and the node that publishes them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openStorage, type StorageLink } from '../adapters/object-storage/open-storage.ts';
import type { IndexerMeasure } from '../followers/search-index/index-status.ts';
import { startSnapshotPublisher } from '../followers/search-index/snapshot-publisher.ts';
import type { BackgroundLoop } from '../lib/background-loop.ts';
import { readMonotonicMs } from '../lib/monotonic-time.ts';
import { toError } from '../lib/thrown.ts';
import type { Database } from '../ports/database.ts';
import type { Settings } from './settings/settings.ts';
import type { AnyStore } from './topologies/store.ts';

/** Undefined where each process builds its own indexes. */
export function toStorageLink(settings: Settings): StorageLink | undefined {
	const { snapshots: address, accessKeyId, secretAccessKey, sessionToken, bucketRegion: region } = settings;
	if (address === undefined) return undefined;
	const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
	return { address, credentials: hasKey ? { accessKeyId, secretAccessKey, sessionToken, region } : undefined };
}

export interface SnapshotPublishing {
	readonly link: StorageLink;
	readonly database: Pick<Database, 'generations'>;
	readonly store: Pick<AnyStore, 'follower' | 'openJob' | 'readIdentity'>;
	/** Of the search indexes. */
	readonly directory: string;
	readonly logger: Logger;
	readonly onMeasure: (measure: IndexerMeasure) => void;
}

export async function startPublishing(options: SnapshotPublishing): Promise<BackgroundLoop> {
	const { link, database, store, directory, logger, onMeasure } = options;
	const job = store.openJob('search snapshots');
	let lastWord = '';
	return startSnapshotPublisher({
		storage: await openStorage(link),
		...{
			directory,
			publisher: store.follower,
			generations: database.generations,
			items: job.database.items,
			lease: job.lease,
		},
		...{ readIdentity: store.readIdentity, nowMs: readMonotonicMs, pause },
		onMeasure(measure) {
			if (measure.outcome === 'published') lastWord = '';
			onMeasure(measure);
		},
		onFailure(error, generationId) {
			// What is wrong with the storage stays so until somebody changes it.
			const { message } = toError(error);
			if (message === lastWord) return;
			lastWord = message;
			logger.warn({ err: error, generationId }, 'a snapshot of a search index could not be published');
		},
	});
}
