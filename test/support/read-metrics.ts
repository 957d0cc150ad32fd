/** Reads the metrics of a server in a directory of its own: the operator token is derived from the key file there. */
import assert from 'node:assert/strict';
import { readSecretKey } from '../../src/adapters/data-directory/secret-key.ts';
import { deriveOperatorToken } from '../../src/domain/account/operator-token.ts';
import { createApi } from './api.ts';

/** @throws {AssertionError} when they are not available. */
export async function readMetrics({
	url,
	dataDir,
}: {
	readonly url: string;
	readonly dataDir: string;
}): Promise<string> {
	const secretKey = (await readSecretKey(dataDir)) ?? assert.fail('there is no key file');
	const { status, text } = await createApi(url, deriveOperatorToken(secretKey)).call('/metrics');
	assert.equal(status, 200, text);
	return text;
}
