/** The metrics of a server. The operator token is derived from its server key, a setting or a file in its directory. */
import assert from 'node:assert/strict';
import { readSecretKey } from '../../src/adapters/data-directory/secret-key.ts';
import { deriveOperatorToken } from '../../src/domain/account/operator-token.ts';
import { createApi } from './api.ts';
import { chosenStore, toZoneHome } from './store/test-store.ts';

interface Served {
	readonly url: string;
	readonly dataDir: string;
}

/** @throws {AssertionError} when they are not available. */
export async function readMetrics({ url, dataDir }: Served): Promise<string> {
	const { VITRINE_SECRET_KEY: given } = chosenStore().environment(toZoneHome(dataDir));
	const secretKey = given === undefined ? await readSecretKey(dataDir) : Buffer.from(given, 'hex');
	assert(secretKey, 'there is no key file');
	const { status, text } = await createApi(url, deriveOperatorToken(secretKey)).call('/metrics');
	assert.equal(status, 200, text);
	return text;
}

/** About how many events statistics do not include yet. */
export async function readStatisticsLag(server: Served): Promise<number> {
	const [, lag] = /^vitrine_statistics_lag_events\{[^}]*\} (\d+)/m.exec(await readMetrics(server)) ?? [];
	assert(lag, 'the server does not say how far statistics are behind');
	return Number(lag);
}
