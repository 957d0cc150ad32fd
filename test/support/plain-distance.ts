/** The distance between two points, from the straight line between them through the Earth. */
import type { GeoPoint } from '../../src/domain/query/filter.ts';

/** Mean radius of the Earth (IUGG). */
const radiusMeters = 6_371_008.8;

/**
 * Metres along the surface of a sphere, to the millimetre, so that equally distant points are equal. The core uses the
 * haversine formula; this is the angle between two vectors.
 */
export function toDistance(from: GeoPoint, [latitude, longitude]: readonly [number, number]): number {
	const [ax, ay, az] = toVector(from.latitude, from.longitude);
	const [bx, by, bz] = toVector(latitude, longitude);
	const chord = Math.hypot(ax - bx, ay - by, az - bz);
	const meters = 2 * radiusMeters * Math.asin(Math.min(1, chord / 2));
	return Math.round(meters * 1000) / 1000;
}

function toVector(latitude: number, longitude: number): readonly [number, number, number] {
	const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
	return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
