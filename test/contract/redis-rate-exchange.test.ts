/** What nodes tell each other by a real Redis. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type RedisRateExchangeOptions, startRedisRateExchange } from '../../src/adapters/redis/redis-rate-exchange.ts';
import { parseRedisUrl } from '../../src/adapters/redis/redis-url.ts';
import type { RateExchange } from '../../src/ports/rate-exchange.ts';
import { type RedisServer, startOwnRedis, startRedis, whyNoOwnRedis, whyNoRedis } from '../support/redis-server.ts';
import { testCertificate, testCertificateKey } from '../support/test-certificate.ts';
import { awaiting, neverMs, waitFor } from '../support/wait-for.ts';

const hourMs = 3_600_000;

interface Node extends RateExchange {
	/** Why it was alone so far. */
	readonly reasons: readonly string[];
	/** How often it began to count with others. */
	timesTogether(): number;
}

function openNode(url: string, options: Partial<RedisRateExchangeOptions> = {}): Node {
	const address = parseRedisUrl(url);
	assert(address);
	const reasons: string[] = [];
	let timesTogether = 0;
	const exchange = startRedisRateExchange({
		...{ address, connectTimeoutMs: neverMs, answerTimeoutMs: neverMs, random: () => 0 },
		onAlone: (reason) => reasons.push(reason),
		onTogether() {
			timesTogether += 1;
		},
		...options,
	});
	return { ...exchange, reasons, timesTogether: () => timesTogether };
}

async function openTogether(url: string): Promise<Node> {
	const node = openNode(url);
	await waitFor('a node that counts with others', () => !node.isAlone());
	return node;
}

async function firstReasonOf(node: Node): Promise<string> {
	return (await waitFor('a reason', () => node.reasons[0])) ?? '';
}

/** What is missing in the buckets after the node has spent an hour of each. */
async function spendHour(
	node: RateExchange,
	names: readonly string[],
	missingMsMax = 10 * hourMs,
): Promise<readonly number[]> {
	const spendings = names.map((name) => ({ name, costMs: hourMs, missingMsMax }));
	const missing = await awaiting('an exchange', node.exchange(spendings));
	assert(missing);
	return missing;
}

/** Whole hours: the minutes are those that have passed in the test. */
function toHours(missing: readonly number[]): readonly number[] {
	return missing.map((ms) => Math.ceil(ms / hourMs));
}

let unique = 0;
function makeName(): string {
	unique += 1;
	return `test ${process.pid} ${unique}`;
}

describe('nodes that count together', { skip: whyNoRedis() }, () => {
	let redis: RedisServer;
	let nodes: readonly [Node, Node];

	before(async () => {
		redis = await startRedis();
		nodes = [await openTogether(redis.url), await openTogether(redis.url)];
	});
	after(async () => {
		await Promise.all(nodes.map((node) => node.close()));
		await redis[Symbol.asyncDispose]();
	});

	it('hear what all of them have spent', async () => {
		const [first, second] = nodes;
		const name = makeName();
		assert.deepEqual(toHours(await spendHour(first, [name])), [1]);
		assert.deepEqual(toHours(await spendHour(second, [name])), [2]);
		assert.deepEqual(toHours(await spendHour(first, [name])), [3]);
	});

	it('hear it of each bucket, in their order, however many they are', async () => {
		const [first, second] = nodes;
		const names = Array.from({ length: 1201 }, makeName);
		await spendHour(
			first,
			names.filter((_, index) => index % 3 === 0),
		);
		assert.deepEqual(
			toHours(await spendHour(second, names)),
			names.map((_, index) => (index % 3 === 0 ? 2 : 1)),
		);
	});

	it('owe no more than a bucket can owe', async () => {
		const [first, second] = nodes;
		const name = makeName();
		for (const node of [first, second, first]) await spendHour(node, [name], 2 * hourMs);
		assert.deepEqual(toHours(await spendHour(second, [name], 2 * hourMs)), [2]);
	});

	it('leave nothing behind: a key is gone when its bucket is full', async () => {
		const [first] = nodes;
		const name = makeName();
		const [missing = 0] = await spendHour(first, [name]);
		const expiry = Number(await redis.send('PTTL', `vitrine:{rate}:${name}`));
		assert(expiry > 0 && expiry <= missing + 1, `${expiry} of ${missing} ms`);
	});

	it('forget a bucket that is emptier than possible: the clock of Redis was set back', async () => {
		const [first] = nodes;
		const name = makeName();
		await spendHour(first, [name]);
		await redis.send('SET', `vitrine:{rate}:${name}`, String(Date.now() * 1000 + 11 * hourMs * 1000));
		assert.deepEqual(toHours(await spendHour(first, [name])), [1]);
	});
});

describe('a node whose Redis', { skip: whyNoOwnRedis() }, () => {
	it('is killed counts alone, and with others again when it is back', async () => {
		await using redis = await startOwnRedis();
		const node = await openTogether(redis.url);
		await redis.signal('SIGKILL');
		await waitFor('a node that is alone', () => node.reasons.length > 0);
		assert.equal(await node.exchange([{ name: makeName(), costMs: 1, missingMsMax: 1 }]), undefined);
		await redis.start();
		await waitFor('a node that counts with others', () => !node.isAlone());
		assert.deepEqual([node.reasons.length, node.timesTogether()], [1, 2], node.reasons.join());
		assert.match(node.reasons[0] ?? '', /^Redis at 127\.0\.0\.1:\d+ cannot be used: /);
		await node.close();
	});

	it('closes connections that are idle has a new one, without a word', async () => {
		await using redis = await startOwnRedis();
		const node = await openTogether(redis.url);
		await redis.send('CLIENT', 'KILL', 'TYPE', 'normal');
		await waitFor('the loss', () => node.isAlone());
		await waitFor('a node that counts with others', () => !node.isAlone());
		assert.deepEqual([node.reasons, node.timesTogether()], [[], 1]);
		await node.close();
	});

	it('has no use for the password says so, but not the password', async () => {
		await using redis = await startOwnRedis({ requirepass: 'right' });
		const node = openNode(redis.url.replace('right', 'wrong'));
		const reason = await firstReasonOf(node);
		assert.match(reason, /refuses the user or the password: WRONGPASS/);
		assert.doesNotMatch(reason, /wrong/);
		await node.close();
	});

	it('lets its user do no more than this counts with others', async () => {
		await using redis = await startOwnRedis();
		await redis.send('ACL', 'SETUSER', 'vitrine', 'on', '>p@ss word', '~vitrine:*', '+eval', '+time', '+get', '+set');
		const node = await openTogether(redis.url.replace('//', '//vitrine:p%40ss%20word@'));
		assert.deepEqual(toHours(await spendHour(node, [makeName()])), [1]);
		await node.close();
	});

	it('speaks TLS must have a certificate that is trusted', async (t) => {
		const folder = await mkdtemp(join(tmpdir(), 'vitrine-certificate-'));
		t.after(() => rm(folder, { recursive: true }));
		const files = { 'tls-cert-file': join(folder, 'cert.pem'), 'tls-key-file': join(folder, 'key.pem') };
		await writeFile(files['tls-cert-file'], testCertificate);
		await writeFile(files['tls-key-file'], testCertificateKey);
		await using redis = await startOwnRedis({ 'tls-port': 'any', 'tls-auth-clients': 'no', ...files });
		const node = openNode(redis.url);
		const reason = await firstReasonOf(node);
		assert.match(reason, /self-signed certificate/);
		const usual = getCACertificates('default');
		t.after(() => setDefaultCACertificates(usual));
		setDefaultCACertificates([...usual, testCertificate]);
		await waitFor('a node that counts with others', () => !node.isAlone());
		await node.close();
	});

	it('takes no writes counts alone, and says why', async () => {
		await using redis = await startOwnRedis({ replicaof: '127.0.0.1 1' });
		const node = openNode(redis.url);
		const reason = await firstReasonOf(node);
		assert.match(reason, /READONLY|MASTERDOWN/);
		await node.close();
	});

	it('divides keys into slots has those of a script in one', async () => {
		await using redis = await startOwnRedis({ 'cluster-enabled': 'yes' });
		await redis.send('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
		const node = await openTogether(redis.url);
		const names = [makeName(), makeName(), makeName()];
		assert.deepEqual(toHours(await spendHour(node, names)), [1, 1, 1]);
		await node.close();
	});

	it('does not answer is given up', async () => {
		await using redis = await startOwnRedis();
		const node = openNode(redis.url, { connectTimeoutMs: 500, answerTimeoutMs: 200 });
		await waitFor('a node that counts with others', () => !node.isAlone());
		await redis.signal('SIGSTOP');
		assert.equal(await node.exchange([{ name: makeName(), costMs: 1, missingMsMax: 1 }]), undefined);
		await waitFor('a reason', () => node.reasons.length > 0);
		await redis.signal('SIGCONT');
		await waitFor('a node that counts with others', () => !node.isAlone());
		await node.close();
	});
});
