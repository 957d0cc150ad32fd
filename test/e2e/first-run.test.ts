import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createFirstRunMarker } from '../../src/adapters/data-directory/first-run-marker.ts';
import { prepareFirstRun } from '../../src/main/first-run/first-run.ts';
import { makeTemporaryDirectory } from '../contract/temporary-directory.ts';
import { createApi } from '../support/api.ts';
import { type ServedApp, serveApp } from '../support/served-app.ts';

const directory = makeTemporaryDirectory();
const marker = createFirstRunMarker(directory.path);
let app: ServedApp;

before(async () => {
	app = await serveApp();
});
after(async () => {
	await app[Symbol.asyncDispose]();
	directory.remove();
});

test('a key that was stored and perhaps not shown is followed by another one, until one is shown', async () => {
	const makeKey = await prepareFirstRun(app.zone, marker);
	assert(makeKey !== undefined);
	assert.equal(await marker.isSet(), false, 'nothing was stored yet that could be lost');
	const lost = await makeKey();
	assert.equal(await marker.isSet(), true);

	// The process ends here: the key was not shown.
	const makeOther = await prepareFirstRun(app.zone, marker);
	assert(makeOther !== undefined);
	const shown = await makeOther();
	assert.notEqual(shown.key, lost.key);
	assert.notEqual(shown.dashboardPath, lost.dashboardPath);
	const others = { key: '', dashboardPath: '' };
	assert.deepEqual({ ...shown, ...others }, { ...lost, ...others }, 'the same shop, and the same examples');
	const { status, json } = await createApi(app.url, shown.key).call('/api/v2/search_engines');
	assert.deepEqual([status, json[0].hashid], [200, shown.hashid]);

	await marker.clear();
	assert.equal(await prepareFirstRun(app.zone, marker), undefined);
	await marker.clear();
});

test('a marker beside data other than a demo shop changes nothing', async () => {
	await marker.set();
	const { services } = app.zone;
	const before = await app.readAllRows();
	await services.accounts.create({ name: 'Another', owner: { name: 'Ana', email: null } });
	assert.equal(await prepareFirstRun(app.zone, marker), undefined);
	assert.equal((await app.readAllRows()).search_engine?.length, before.search_engine?.length);
});
