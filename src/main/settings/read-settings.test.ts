import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMemoryLimitBytes } from '../../adapters/system/memory-limit.ts';
import { shareMemory } from './memory-shares.ts';
import { readSettings } from './read-settings.ts';
import type { Settings } from './settings.ts';

function read(environment: { [name: string]: string }, words: readonly string[] = []): Settings {
	const reading = readSettings(environment, words);
	assert.ok(reading.ok, reading.ok ? '' : reading.problems.join('; '));
	return reading.value;
}

function refuse(environment: { [name: string]: string }, words: readonly string[] = []): readonly string[] {
	const reading = readSettings(environment, words);
	assert.ok(!reading.ok, 'the settings were accepted');
	return reading.problems;
}

test('without variables and flags every setting has its default', () => {
	const memoryMb = Math.floor(readMemoryLimitBytes() / 1024 ** 2);
	const { searchMemoryMb, recommendMemoryMb } = shareMemory(memoryMb, 1);
	assert.deepEqual(read({}), {
		host: '127.0.0.1',
		port: 8080,
		metricsPort: undefined,
		httpThreads: 1,
		dataDir: './data',
		zones: ['eu1'],
		rateLimitPerSecond: 200,
		publicRateLimitPerSecond: 20,
		trustedProxies: [],
		secretKey: undefined,
		secretKeyPrevious: undefined,
		oidcIssuer: undefined,
		oidcClientId: undefined,
		oidcClientSecret: undefined,
		oidcName: undefined,
		databaseUrl: undefined,
		redisUrl: undefined,
		openSearchUrl: undefined,
		openSearchUser: undefined,
		openSearchPassword: undefined,
		openSearchCa: undefined,
		openSearchPrefix: 'vitrine',
		openSearchShards: 1,
		openSearchReplicas: 1,
		snapshots: undefined,
		accessKeyId: undefined,
		secretAccessKey: undefined,
		sessionToken: undefined,
		bucketRegion: undefined,
		databaseConnectionsMax: 10,
		operatorToken: undefined,
		logLevel: 'info',
		logAddress: 'full',
		storeTimeoutMs: 10_000,
		memoryMb,
		requestTimeoutMs: 30_000,
		drainMs: 0,
		connectionsMax: undefined,
		connectionsPerClientMax: undefined,
		publicUrl: undefined,
		hasDemo: true,
		hasSearch: true,
		geoipDatabase: undefined,
		eventRetentionDays: 365,
		engineKeepDays: 7,
		...{ searchMemoryMb, recommendMemoryMb },
		answerCacheMb: 16,
		isDevelopment: false,
		isJson: false,
		isServerKeyNew: false,
		isLossAccepted: false,
	});
});

test('a flag wins over a variable, and an empty variable counts as not set', () => {
	const settings = read({ VITRINE_PORT: '9000', VITRINE_HOST: '', VITRINE_DEMO: 'true' }, ['--port=0', '--no-demo']);
	assert.deepEqual([settings.port, settings.host, settings.hasDemo], [0, '127.0.0.1', false]);
});

test('all problems are reported at once, with the source, the value and the allowed values', () => {
	const problems = refuse({ VITRINE_PORT: '80a', VITRINE_ZONES: 'eu1,eu1', VITRINE_TRUSTED_PROXIES: '10.0.0.0/33' }, [
		'--log-level',
		'loud',
		'--hots',
		'x',
		'--data-dir',
	]);
	assert.deepEqual(problems, [
		'unknown option --hots (did you mean --host?)',
		'--data-dir needs a value',
		'unexpected argument "x"',
		'VITRINE_PORT is "80a": it must be a whole number from 0 to 65535',
		'VITRINE_ZONES is "eu1,eu1": it must be a list of different zones out of eu1, us1, ap1, separated by commas',
		'VITRINE_TRUSTED_PROXIES is "10.0.0.0/33": it must be a list of IP addresses and CIDR ranges, such as 10.0.0.0/8,::1, separated by commas',
		'--log-level is "loud": it must be one of fatal, error, warn, info, debug, trace, silent',
	]);
});

test('a variable that almost has the name of a setting is refused, one like nothing is a warning', () => {
	assert.deepEqual(refuse({ VITRINE_TRUSTED_PROXY: '::1', VITRINE_SECRET_KYE: 'x', VITRINE_RATE_LIMIT: '0' }), [
		'VITRINE_TRUSTED_PROXY is not a setting (did you mean VITRINE_TRUSTED_PROXIES?)',
		'VITRINE_SECRET_KYE is not a setting (did you mean VITRINE_SECRET_KEY?)',
		'VITRINE_RATE_LIMIT is not a setting (did you mean VITRINE_RATE_LIMIT_PER_SECOND?)',
	]);
	const reading = readSettings({ VITRINE_SOMETHING_ELSE: '1' }, []);
	assert.deepEqual(reading.ok && reading.warnings, ['VITRINE_SOMETHING_ELSE is not a setting; it is ignored']);
});

test('variables of the command line and of a Kubernetes service called vitrine are not reported', () => {
	const reading = readSettings(
		{
			VITRINE_URL: 'x',
			VITRINE_KEY: 'x',
			VITRINE_SERVICE_HOST: '10.0.0.1',
			VITRINE_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
		},
		[],
	);
	assert.deepEqual(reading.ok && reading.warnings, []);
});

test('the value of a secret is never in an error, and no flag takes one', () => {
	const problems = refuse({ VITRINE_SECRET_KEY: 'hunter2', VITRINE_OPERATOR_TOKEN: 'swordfish' }, ['--secret-key=abc']);
	assert.equal(problems.length, 3);
	assert.doesNotMatch(problems.join('\n'), /hunter2|swordfish|abc/);
});

test('a secret key is 32 bytes, in hex or base64', () => {
	const bytes = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
	for (const encoding of ['hex', 'base64', 'base64url'] as const) {
		const text = Buffer.from(bytes).toString(encoding);
		assert.deepEqual(read({ VITRINE_SECRET_KEY: text }).secretKey, bytes, encoding);
	}
	refuse({ VITRINE_SECRET_KEY: 'a'.repeat(63) });
	refuse({ VITRINE_SECRET_KEY: Buffer.from(bytes.subarray(1)).toString('base64') });
});

test('a rate limit of 0 switches off the public one too, unless that is set itself', () => {
	assert.equal(read({ VITRINE_RATE_LIMIT_PER_SECOND: '0' }).publicRateLimitPerSecond, 0);
	const both = { VITRINE_RATE_LIMIT_PER_SECOND: '0', VITRINE_PUBLIC_RATE_LIMIT_PER_SECOND: '5' };
	assert.equal(read(both).publicRateLimitPerSecond, 5);
});

test('lists, addresses and hosts are read with some tolerance for how people write them', () => {
	const settings = read({
		VITRINE_ZONES: 'us1, eu1',
		VITRINE_TRUSTED_PROXIES: '10.0.0.0/8, ::1,fd00::/8',
		VITRINE_PUBLIC_URL: 'https://search.shop.example/',
		VITRINE_HOST: '[::1]',
	});
	assert.deepEqual(settings.zones, ['us1', 'eu1']);
	assert.deepEqual(settings.trustedProxies, ['10.0.0.0/8', '::1', 'fd00::/8']);
	assert.equal(settings.publicUrl, 'https://search.shop.example');
	assert.equal(settings.host, '::1');
	refuse({ VITRINE_PUBLIC_URL: 'ftp://shop.example' });
	refuse({ VITRINE_HOST: 'http://127.0.0.1' });
});

test('a provider of identities has an address with TLS or on the machine itself, and a client id', () => {
	const client = { VITRINE_OIDC_CLIENT_ID: 'vitrine' };
	for (const address of [
		'https://accounts.shop.example',
		'https://a.example/b/',
		'http://127.0.0.1:9',
		'http://[::1]:9',
	]) {
		assert.equal(read({ ...client, VITRINE_OIDC_ISSUER: address }).oidcIssuer, address);
	}
	for (const address of [
		'http://accounts.shop.example',
		'https://a:b@c.example',
		'https://a.example/?b',
		'a.example',
	]) {
		assert.match(refuse({ ...client, VITRINE_OIDC_ISSUER: address }).join(), /VITRINE_OIDC_ISSUER is/, address);
	}
	assert.match(refuse({ VITRINE_OIDC_ISSUER: 'https://a.example' }).join(), /needs VITRINE_OIDC_CLIENT_ID/);
	assert.match(refuse(client).join(), /need VITRINE_OIDC_ISSUER/);
	const problems = refuse({ ...client, VITRINE_OIDC_CLIENT_SECRET: 'hunter2\n' });
	assert.ok(problems.length > 0 && !problems.join().includes('hunter2'));
});

test('snapshots need PostgreSQL, and a bucket needs a key, which is not shown', () => {
	const database = { VITRINE_DATABASE_URL: 'postgres://db/vitrine', VITRINE_SECRET_KEY: 'ab'.repeat(32) };
	const bucket = { VITRINE_SNAPSHOT_URL: 's3://bucket/prefix' };
	assert.match(refuse({ VITRINE_SNAPSHOT_URL: 'file:///mnt/shared' }).join(), /needs VITRINE_DATABASE_URL/);
	assert.match(refuse({ ...database, ...bucket, AWS_ACCESS_KEY_ID: 'AKIA' }).join(), /needs AWS_ACCESS_KEY_ID and/);
	const refused = refuse({ ...database, ...bucket, AWS_SECRET_ACCESS_KEY: 'very secret' }).join();
	assert.match(refused, /AWS_SECRET_ACCESS_KEY has a bad value/);
	assert(!refused.includes('very'));
	const opensearch = { VITRINE_OPENSEARCH_URL: 'http://search:9200', VITRINE_SNAPSHOT_URL: 'file:///mnt/shared' };
	assert.match(refuse({ ...database, ...opensearch }).join(), /of no use with VITRINE_OPENSEARCH_URL/);
});
