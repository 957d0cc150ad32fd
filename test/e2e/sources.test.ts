/** A checkout runs from its sources, whatever the other tests start. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createApi } from '../support/api.ts';
import { sourceProgram } from '../support/program.ts';
import { startServer } from '../support/server.ts';
import { waitFor } from '../support/wait-for.ts';

it('the sources serve the demo shop: items, searches and pages', async () => {
	await using server = await startServer({ program: sourceProgram });
	const { key, hashid } = server.firstRun ?? assert.fail('this is a first run');
	const owner = createApi(server.url, key);
	const countFound = async () => (await owner.call(`/6/${hashid}/_search?query=shoes`)).json.total_found;
	await waitFor('shoes in the index', countFound, (count) => count > 0);
	const page = await fetch(`${server.url}/demo`);
	assert.equal(page.status, 200);
	assert.equal(await server.stop(), 0);
});
