/** Leases where the data are of one process, which holds all of them as long as it lives. */
import type { OpenLease } from '../../ports/lease.ts';

export const openEmbeddedLease: OpenLease = () => ({
	hold: async () => 1,
	release: async () => undefined,
});
