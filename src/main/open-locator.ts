/** Where callers are, if the server has a database of that. Each HTTP thread has one in its memory. */
import type { Logger } from 'pino';
import { type GeoipLocator, openGeoipLocator } from '../adapters/geoip/geoip-locator.ts';
import { noLocator } from '../ports/locator.ts';
import type { Settings } from './settings/settings.ts';

/** @throws {GeoipDatabaseError} when there is to be one, and it cannot be read. */
export async function openLocator({ geoipDatabase: path }: Settings, logger: Logger): Promise<GeoipLocator> {
	if (path === undefined) return { ...noLocator, close: () => undefined };
	return openGeoipLocator({
		path,
		onRead: ({ type, builtAt }) => logger.info({ path, type, builtAt }, 'a database of locations is in use'),
		onFailure: (error) => logger.warn({ err: error, path }, 'the database of locations cannot be read'),
	});
}
