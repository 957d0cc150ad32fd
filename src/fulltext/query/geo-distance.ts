import type { GeoPoint } from '../../domain/query/filter.ts';

const earthRadiusMeters = 6_371_008.8;
const toRadians = Math.PI / 180;

/**
 * The distance in metres along the surface between two points, by the haversine formula on a sphere: within 0.6 % of
 * the true distance.
 */
export function toDistanceMeters(from: GeoPoint, latitude: number, longitude: number): number {
	const phi = Math.sin(((latitude - from.latitude) * toRadians) / 2);
	const lambda = Math.sin(((longitude - from.longitude) * toRadians) / 2);
	const a = phi * phi + Math.cos(from.latitude * toRadians) * Math.cos(latitude * toRadians) * lambda * lambda;
	return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(a)));
}
