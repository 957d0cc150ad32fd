/** Starts the maintenance of a zone, each job under its lease. */
import type { Logger } from 'pino';
import { startWidgetCounting } from '../followers/widget-rollups/widget-counting.ts';
import type { BackgroundLoop } from '../lib/background-loop.ts';
import { startChangeRetention } from '../maintenance/change-retention.ts';
import { startGarbageCollection } from '../maintenance/collect-garbage.ts';
import { startItemCopies } from '../maintenance/copy-items.ts';
import { startEventRetention } from '../maintenance/event-retention.ts';
import type { Clock } from '../ports/clock.ts';
import type { LeasedJob, OpenJob } from '../ports/lease.ts';

export interface MaintenanceOptions {
	readonly clock: Clock;
	readonly openJob: OpenJob;
	readonly eventRetentionDays: number;
	readonly logger: Pick<Logger, 'error'>;
}

export function startMaintenance(options: MaintenanceOptions): BackgroundLoop {
	const { clock, openJob, eventRetentionDays: retentionDays, logger } = options;
	const runJob = (job: LeasedJob) => {
		const { lease, database } = openJob(job);
		const { items, events, changes, invalidation } = database;
		const onFailure = (error: unknown) => logger.error({ err: error, job }, 'background work failed');
		return { ...{ items, events, changes, invalidation, lease }, clock, onFailure };
	};
	const loops = [
		startItemCopies(runJob('item copies')),
		startGarbageCollection(runJob('garbage collection')),
		startEventRetention({ retentionDays, ...runJob('event retention') }),
		startChangeRetention(runJob('change retention')),
		startWidgetCounting(runJob('widget rollups')),
	];
	return {
		async stop() {
			await Promise.all(loops.map((loop) => loop.stop()));
		},
	};
}
