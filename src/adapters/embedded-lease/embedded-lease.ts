/** Leases for data that belong to one process, which holds all leases as long as it lives. */
import type { Database } from '../../ports/database.ts';
import type { OpenJob } from '../../ports/lease.ts';

export function createEmbeddedJobs(database: Database): OpenJob {
	const lease = { hold: async () => 1, release: async () => undefined };
	return () => ({ lease, database });
}
