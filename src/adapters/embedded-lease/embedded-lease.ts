/** Leases for data that belong to one process, which holds all leases as long as it lives. */
import type { OpenLease } from '../../ports/lease.ts';

export const openEmbeddedLease: OpenLease = () => ({
	hold: async () => 1,
	release: async () => undefined,
});
