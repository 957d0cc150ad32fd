/** The metrics of a server. The operator token is derived from its server key, a setting or a file in its directory. */
import assert from 'node:assert/strict';
import { readSecretKey } from '../../src/adapters/data-directory/secret-key.ts';
import { deriveOperatorToken } from '../../src/domain/account/operator-token.ts';
import { createApi } from './api.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';

/** @throws {AssertionError} when they are not available. */
export async function readMetrics({
	url,
	dataDir,
}: {
	readonly url: string;
	readonly dataDir: string;
}): Promise<string> {
	const { VITRINE_SECRET_KEY: given } = chosenStore().environment(toZoneHome(dataDir));
	const secretKey = given === undefined ? await readSecretKey(dataDir) : Buffer.from(given, 'hex');
	assert(secretKey, 'there is no key file');
	const { status, text } = await createApi(url, deriveOperatorToken(secretKey)).call('/metrics');
	assert.equal(status, 200, text);
	return text;
}
