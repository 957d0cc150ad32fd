/**
 * Locations from a database file in MaxMind's format, in memory, and read again when the file changes.
 *
 * The package can watch the file, too, but the process would end when it finds a broken one. Here, a broken file is
 * reported, and the database that was read before goes on answering.
 */
import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type CityResponse, Reader } from 'maxmind';
import type { EventLocation } from '../../domain/event/event-location.ts';
import { memoize } from '../../lib/cache.ts';
import { toIpAddress } from '../../lib/ip-address.ts';
import type { Locator } from '../../ports/locator.ts';

export interface GeoipOptions {
	readonly path: string;
	/** Called with the type and the date of the database whenever it has been read. */
	readonly onRead: (database: { readonly type: string; readonly builtAt: Date }) => void;
	/** Called when the file cannot be read again, or an entry of it cannot. */
	readonly onFailure: (error: unknown) => void;
	/** How often the file is looked at. */
	readonly pollMs?: number;
}

export interface GeoipLocator extends Locator {
	close(): void;
}

/** The message is for the operator. */
export class GeoipDatabaseError extends Error {}

/** A shopper causes some ten events, and looking an address up takes some microseconds. */
const addressesKept = { entriesMax: 10_000, textLengthMax: 64 };
/** Databases that have countries, by how makers name their types: `GeoLite2-City`, `DBIP-Country-Lite`. */
const typePattern = /city|country|enterprise|insights/i;

/** @throws {GeoipDatabaseError} when there is no such file, or it is no such database. */
export async function openGeoipLocator(options: GeoipOptions): Promise<GeoipLocator> {
	const { path, onRead, onFailure, pollMs = 10_000 } = options;
	let locate = await readDatabase();
	/** One reading after another: the file may change while it is read. */
	let reading = Promise.resolve();

	async function readDatabase(): Promise<Locator['locate']> {
		const reader = parseDatabase(path, await readBytes(path));
		const { databaseType: type, buildEpoch: builtAt } = reader.metadata;
		onRead({ type, builtAt });
		return memoize((ip) => {
			try {
				return toLocation(reader.get(ip));
			} catch (error) {
				onFailure(error);
				return null;
			}
		}, addressesKept);
	}

	async function readAgain(): Promise<void> {
		try {
			locate = await readDatabase();
		} catch (error) {
			onFailure(error);
		}
	}

	function onChange(): void {
		reading = reading.then(readAgain);
	}

	watchFile(path, { persistent: false, interval: pollMs }, onChange);
	return {
		locate(written) {
			const ip = toIpAddress(written);
			return ip === undefined ? null : locate(ip);
		},
		close: () => unwatchFile(path, onChange),
	};
}

async function readBytes(path: string): Promise<Buffer> {
	try {
		return await readFile(path);
	} catch (error) {
		throw new GeoipDatabaseError(`the database of locations ${path} cannot be read: ${(error as Error).message}`);
	}
}

function parseDatabase(path: string, bytes: Buffer): Reader<CityResponse> {
	const refuse = (reason: string) =>
		new GeoipDatabaseError(`${path} is no database of locations in MaxMind's format: ${reason}`);
	if (bytes[0] === 0x1f && bytes[1] === 0x8b) throw refuse('unpack it first, it is compressed');
	let reader: Reader<CityResponse>;
	try {
		reader = new Reader<CityResponse>(bytes);
		// Any two addresses: half a file would show here.
		for (const ip of ['192.0.2.1', '2001:db8::1']) reader.get(ip);
	} catch (error) {
		throw refuse((error as Error).message);
	}
	const { databaseType } = reader.metadata;
	if (!typePattern.test(databaseType)) throw refuse(`its type is ${databaseType}, and a City or Country is needed`);
	return reader;
}

/** Null when the record has nothing of what events keep. */
function toLocation(record: CityResponse | null): EventLocation | null {
	if (record === null) return null;
	const { continent, country, registered_country: registered, city, location } = record;
	const found = {
		country: country?.iso_code ?? registered?.iso_code ?? null,
		continent: continent?.code ?? null,
		city: city?.names?.en ?? null,
		latitude: toHundredths(location?.latitude),
		longitude: toHundredths(location?.longitude),
	};
	return Object.values(found).every((value) => value === null) ? null : found;
}

function toHundredths(degrees: number | undefined): number | null {
	return degrees === undefined ? null : Math.round(degrees * 100) / 100;
}
