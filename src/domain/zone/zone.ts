/** Zones are separate deployments of data that one server may host side by side; the host name determines the zone. */
export const zoneNames = ['eu1', 'us1', 'ap1'] as const;

export type ZoneName = (typeof zoneNames)[number];

export function isZoneName(text: string): text is ZoneName {
	return (zoneNames as readonly string[]).includes(text);
}
