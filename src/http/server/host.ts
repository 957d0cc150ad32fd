/** The host name picks the zone and, where it is a zone host, the API family: `us1-recommendations.example.com`. */
import { isZoneName, type ZoneName } from '../../domain/zone/zone.ts';

export type HostFamily = 'api' | 'search' | 'recommendations' | 'category-merchandising';

export interface HostMatch {
	readonly zone: ZoneName;
	/** Undefined if the host is not a zone host and so serves every family. */
	readonly family: HostFamily | undefined;
}

const zoneHostPattern = /^([a-z]{2}\d)-(api|search|recommendations|category-merchandising)\./;

/**
 * @param host the `Host` header, with or without a port, in any case.
 * @returns undefined for a zone host whose zone is not among `zones`.
 */
export function matchHost(host: string, zones: readonly ZoneName[]): HostMatch | undefined {
	const match = zoneHostPattern.exec(host.toLowerCase());
	const [defaultZone] = zones;
	if (match === null) return defaultZone === undefined ? undefined : { zone: defaultZone, family: undefined };
	const zone = match[1] as string;
	if (!isZoneName(zone) || !zones.includes(zone)) return undefined;
	return { zone, family: match[2] as HostFamily };
}

/** The host family that serves a path; undefined for paths that every host serves. */
export function familyOfPath(path: string): HostFamily | undefined {
	if (path.startsWith('/api/widget/')) return 'recommendations';
	if (path.startsWith('/api/v2/') || path.startsWith('/api/admin/')) return 'api';
	if (path.startsWith('/api/1/')) return 'category-merchandising';
	if (/^\/[56]\//.test(path)) return 'search';
	return undefined;
}
