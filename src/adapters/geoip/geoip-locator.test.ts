import assert from 'node:assert/strict';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { toIpv4Prefix, toIpv6Prefix, writeMmdb } from '../../../test/support/mmdb.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { GeoipDatabaseError, openGeoipLocator } from './geoip-locator.ts';

let directory: string;

before(async () => {
	directory = await mkdtemp(join(tmpdir(), 'vitrine-geoip-'));
});
after(() => rm(directory, { recursive: true }));

const malaga = {
	city: { geoname_id: 1, names: { de: 'Malaga', en: 'Málaga' } },
	continent: { code: 'EU', geoname_id: 2, names: { en: 'Europe' } },
	country: { geoname_id: 3, iso_code: 'ES', names: { en: 'Spain' } },
	location: { accuracy_radius: 20, latitude: 36.7196, longitude: -4.42004 },
};
const plain = { onRead: () => undefined, onFailure: (error: unknown) => assert.fail(String(error)) };

async function write(name: string, bytes: Buffer): Promise<string> {
	const path = join(directory, name);
	await writeFile(path, bytes);
	return path;
}

test('finds the place of an address in any spelling, and nothing for others', async () => {
	const networks = [
		{ prefix: toIpv4Prefix('203.0.113.0/24'), record: malaga },
		{ prefix: toIpv4Prefix('198.51.100.64/26'), record: { country: { iso_code: 'PT', names: {} } } },
		{ prefix: toIpv4Prefix('192.0.2.0/24'), record: { registered_country: { iso_code: 'US', names: {} } } },
		{ prefix: toIpv4Prefix('198.18.0.0/15'), record: { traits: { is_anycast: true } } },
		{ prefix: toIpv6Prefix('2001:db8:5::/48'), record: malaga },
	];
	const read: string[] = [];
	const path = await write('places.mmdb', writeMmdb(networks));
	const locator = await openGeoipLocator({ ...plain, path, onRead: ({ type }) => read.push(type) });
	const found = { country: 'ES', continent: 'EU', city: 'Málaga', latitude: 36.72, longitude: -4.42 };
	for (const ip of ['203.0.113.7', '203.0.113.7:443', '::ffff:203.0.113.7', '2001:db8:5::1', '[2001:DB8:5::2]:80']) {
		assert.deepEqual(locator.locate(ip), found, ip);
	}
	const nothing = { continent: null, city: null, latitude: null, longitude: null };
	assert.deepEqual(locator.locate('198.51.100.99'), { country: 'PT', ...nothing });
	assert.deepEqual(locator.locate('192.0.2.9'), { country: 'US', ...nothing });
	for (const ip of ['198.51.100.9', '198.18.0.1', '10.0.0.1', '2001:db8:6::1', '', 'nonsense', '203.0.113']) {
		assert.equal(locator.locate(ip), null, ip);
	}
	assert.deepEqual(read, ['Test-City']);
	locator.close();
});

test('refuses what is no such database, and says why', async () => {
	const whole = writeMmdb([{ prefix: toIpv4Prefix('192.0.0.0/8'), record: malaga }]);
	for (const [name, bytes, reason] of [
		['text.mmdb', Buffer.from('ip,country\n'.repeat(100)), /is no database of locations in MaxMind's format/],
		['empty.mmdb', Buffer.alloc(0), /is no database/],
		['packed.mmdb', Buffer.from([0x1f, 0x8b, 8, 0]), /unpack it first/],
		['half.mmdb', whole.subarray(0, whole.length / 2), /is no database/],
		['asn.mmdb', writeMmdb([], 'GeoLite2-ASN'), /its type is GeoLite2-ASN, and a City or Country is needed/],
	] as const) {
		const path = await write(name, bytes);
		await assert.rejects(openGeoipLocator({ ...plain, path }), (error) => {
			assert(error instanceof GeoipDatabaseError);
			assert.match(error.message, reason);
			return error.message.includes(path);
		});
	}
	const path = join(directory, 'missing.mmdb');
	await assert.rejects(openGeoipLocator({ ...plain, path }), /missing\.mmdb cannot be read: ENOENT/);
});

test('reads the file again when it changes, and keeps the last good one', async () => {
	const prefix = toIpv4Prefix('203.0.113.0/24');
	const path = await write('changing.mmdb', writeMmdb([{ prefix, record: malaga }]));
	const failures: unknown[] = [];
	const locator = await openGeoipLocator({ ...plain, path, pollMs: 20, onFailure: (error) => failures.push(error) });
	const readCountry = () => locator.locate('203.0.113.7')?.country;
	assert.equal(readCountry(), 'ES');
	await writeFile(path, 'broken');
	await waitFor(
		'the report',
		() => failures.length,
		(count) => count > 0,
	);
	assert.equal(readCountry(), 'ES');
	const record = { ...malaga, country: { iso_code: 'FR', names: {} } };
	await rename(await write('next.mmdb', writeMmdb([{ prefix, record }])), path);
	await waitFor('the new database', readCountry, (country) => country === 'FR');
	await rm(path);
	await waitFor(
		'the report',
		() => failures.length,
		(count) => count > 1,
	);
	assert.equal(readCountry(), 'FR');
	locator.close();
});
