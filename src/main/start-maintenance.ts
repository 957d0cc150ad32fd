/** Starts the maintenance of a zone, each job under its lease. */
import type { Logger } from 'pino';
import { startWidgetCounting } from '../followers/widget-rollups/widget-counting.ts';
import type { BackgroundLoop } from '../lib/background-loop.ts';
import { startChangeRetention } from '../maintenance/change-retention.ts';
import { startGarbageCollection } from '../maintenance/collect-garbage.ts';
import { startItemCopies } from '../maintenance/copy-items.ts';
import { startEventRetention } from '../maintenance/event-retention.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { LeasedJob, OpenLease } from '../ports/lease.ts';

export interface MaintenanceOptions {
	readonly database: Pick<Database, 'items' | 'events' | 'changes'>;
	readonly clock: Clock;
	readonly openLease: OpenLease;
	readonly eventRetentionDays: number;
	readonly logger: Pick<Logger, 'error'>;
}

export function startMaintenance(options: MaintenanceOptions): BackgroundLoop {
	const { database, clock, openLease, eventRetentionDays: retentionDays, logger } = options;
	const { items, events, changes } = database;
	const runJob = (job: LeasedJob) => ({
		lease: openLease(job),
		onFailure: (error: unknown) => logger.error({ err: error, job }, 'background work failed'),
	});
	const loops = [
		startItemCopies({ items, clock, ...runJob('item copies') }),
		startGarbageCollection({ items, clock, ...runJob('garbage collection') }),
		startEventRetention({ events, clock, retentionDays, ...runJob('event retention') }),
		startChangeRetention({ changes, clock, ...runJob('change retention') }),
		startWidgetCounting({ events, ...runJob('widget rollups') }),
	];
	return {
		async stop() {
			await Promise.all(loops.map((loop) => loop.stop()));
		},
	};
}
