import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseConnectionCaps } from './connection-caps.ts';
import { readSettings } from './settings.ts';

function choose(environment: Readonly<Record<string, string>>, openFilesMax: number) {
	const reading = readSettings(environment, []);
	assert(reading.ok);
	return chooseConnectionCaps(reading.value, openFilesMax);
}

test('connections leave a quarter of the files to everything else, and one client takes a quarter of them', () => {
	assert.deepEqual(choose({}, 1_024), { countMax: 768, perClientCountMax: 192 });
	assert.deepEqual(choose({}, 20_000), { countMax: 10_000, perClientCountMax: 2_500 });
	assert.deepEqual(choose({}, Number.POSITIVE_INFINITY), { countMax: 10_000, perClientCountMax: 2_500 });
	assert.deepEqual(choose({}, 160), { countMax: 103, perClientCountMax: 25 });
	assert.deepEqual(choose({}, 64), { countMax: 7, perClientCountMax: 7 });
});

test('what the settings say is shared by the threads, and one client has no more than there are', () => {
	const environment = { VITRINE_CONNECTIONS_MAX: '100', VITRINE_HTTP_THREADS: '4' };
	assert.deepEqual(choose(environment, 1_024), { countMax: 25, perClientCountMax: 7 });
	const own = { ...environment, VITRINE_CONNECTIONS_PER_CLIENT_MAX: '1000' };
	assert.deepEqual(choose(own, 1_024), { countMax: 25, perClientCountMax: 25 });
});
