/** A connection whose certificates cannot be read at first. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { rootCertificates } from 'node:tls';
import { FailureError } from '../../lib/failure.ts';
import { openConnection } from './opensearch-connection.ts';

test('is opened again once they can be read, and closed before that', async (t) => {
	const directory = await mkdtemp(join(tmpdir(), 'vitrine-certificates-'));
	t.after(() => rm(directory, { recursive: true }));
	const caFile = join(directory, 'ca.pem');
	const address = { url: 'https://127.0.0.1:1', user: undefined, password: undefined, caFile, prefix: 'v' };
	const connection = openConnection({ ...address, shards: 1, replicas: 0, timeoutMs: 1_000 });
	const readReason = async () => {
		const error = await connection.send({ path: '/' }).catch((thrown) => thrown);
		assert(error instanceof FailureError);
		return String(error.cause);
	};
	assert.match(await readReason(), /certificates .* cannot be read/);
	await connection.close();
	await writeFile(caFile, rootCertificates[0] ?? '');
	assert.match(await readReason(), /cannot be reached/);
	await connection.close();
});
