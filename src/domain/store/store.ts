/**
 * A store is one web shop of an account: it groups search engines and widgets, and restricts which pages may call from
 * a browser.
 */
export interface Store {
	/** 32 lower-case hex digits. */
	readonly id: string;
	readonly accountId: string;
	readonly name: string;
	readonly createdAtMs: number;
	/** Host names (`shop.example`, which covers its subdomains and any port) or exact origins (`https://a.example:8443`). */
	readonly allowedDomains: readonly string[];
	readonly isCorsEnforced: boolean;
	/** IPv4 and IPv6 addresses and CIDR ranges. */
	readonly blockedIps: readonly string[];
	/** How long after a click a cart or a purchase of the item is attributed to it: whole hours, 1–`attributionHoursMax`. */
	readonly attributionHours: number;
}

export const attributionHoursDefault = 24;
/** Events may be 30 days late, and sessions are kept for so much longer. */
export const attributionHoursMax = 30 * 24;

export const storesPerAccountMax = 1000;
export const allowedDomainsPerStoreMax = 100;
export const blockedIpsPerStoreMax = 1000;
