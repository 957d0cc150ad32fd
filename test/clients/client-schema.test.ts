/** The types of the client are those of the interface: what is generated now is what is in the repository. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { createApi } from '../support/api.ts';
import { startServer } from '../support/server.ts';
import { generateClientSchema } from './client-schema.ts';

it('the types of web/client are generated from the OpenAPI document; if not, `npm run client:schema` does it', async () => {
	await using server = await startServer({ arguments: ['--no-demo'] });
	const { json } = await createApi(server.url).call('/openapi.json');
	const [generated, kept] = await Promise.all([
		generateClientSchema(json),
		readFile(new URL('../../web/client/schema.ts', import.meta.url), 'utf8'),
	]);
	const lines = new Set(kept.split('\n'));
	const changed = generated.split('\n').filter((line) => !lines.has(line));
	assert.deepEqual(changed, []);
	assert.ok(generated === kept, 'lines are gone or moved: npm run client:schema');
});
