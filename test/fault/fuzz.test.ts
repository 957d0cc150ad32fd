/**
 * The whole program against random requests: all routes, verbs, encodings and framings. It survives, answers no 5xx
 * except a legitimate 503, leaves no client waiting, and at rest holds what it held before.
 *
 * `npm run test:fuzz` sends 100,000 and checks memory; `npm test` sends a thousand.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { createSeededRandom } from '../../src/lib/seeded-random.ts';
import { createApi } from '../support/api.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { signInWithKey } from '../support/dashboard-client.ts';
import { sendFuzz } from '../support/fuzz-outcome.ts';
import { drawRequest, type FuzzTarget, fuzzVerbs } from '../support/fuzz-request.ts';
import { serveApp } from '../support/served-app.ts';
import { type FirstRun, startServer, type TestServer } from '../support/server.ts';
import { awaiting, waitFor } from '../support/wait-for.ts';

const requestCount = Number(process.env.VITRINE_FUZZ_REQUESTS ?? 600);
const isLong = requestCount >= 50_000;
const senderCount = 16;
const isLinux = process.platform === 'linux';

let server: TestServer;
let shop: FirstRun;
let target: FuzzTarget;

before(async () => {
	server = await startServer({
		environment: {
			VITRINE_LOG_LEVEL: 'error',
			VITRINE_REQUEST_TIMEOUT_MS: '5000',
			// All connections of the senders come from one address, and close after their answers.
			VITRINE_CONNECTIONS_PER_CLIENT_MAX: '500',
		},
	});
	shop = server.firstRun ?? assert.fail('this is a first run');
	target = await readTarget();
});
after(() => server[Symbol.asyncDispose]());

/** The routes of the program itself, including those that the document does not have, and addresses that do not exist. */
async function readTarget(): Promise<FuzzTarget> {
	await using app = await serveApp({ VITRINE_SEARCH: 'true' });
	const { json } = await createApi(server.url).call('/openapi.json');
	const beside = [
		'/',
		'/nowhere',
		'/docs/static/..',
		'/docs/static/',
		'/docs/',
		'/favicon.ico',
		'*',
		'//',
		'/6',
		'/api',
	];
	const patterns = new Set([...app.routes.map(({ url }) => url), ...Object.keys(json.paths), ...beside]);
	const known = {
		...{ hashid: shop.hashid, widget_id: shop.widget_id, user_code: shop.user_code, name: 'product', '*': '1' },
		...{ item_id: '1', session_id: 's', event: 'init', file: 'index.css' },
	};
	const routes = app.routes.flatMap(({ method, url }) =>
		[method].flat().map((name) => ({ method: name, pattern: url })),
	);
	const session = (await signInWithKey(server.url, shop.key)).cookie();
	return { patterns: [...patterns], routes, known, key: shop.key, cookie: `vitrine_session=${session}` };
}

/** @throws {AssertionError} for the first answer that must not occur. */
async function send(count: number, seed: number): Promise<Map<string, number>> {
	const random = createSeededRandom(seed);
	const outcomes = new Map<string, number>();
	let next = 0;
	async function sendOnes(): Promise<void> {
		while (next < count) {
			const at = next;
			next += 1;
			const request = drawRequest(random, target, at);
			const what = `request ${at} of seed ${seed}: ${request.what}`;
			const { status, retryAfter } = await awaiting(`the end of ${what}`, sendFuzz(server.url, request));
			assert.equal(server.process.exitCode, null, `the process ended at ${what}\n${server.log().slice(-4000)}`);
			const isHonest = status === 503 && retryAfter !== undefined;
			assert.ok(
				status === undefined || status < 500 || isHonest,
				`${status} for ${what}\n${server.log().slice(-2000)}`,
			);
			const outcome = status === undefined ? 'closed' : String(status);
			outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
		}
	}
	await Promise.all(Array.from({ length: senderCount }, sendOnes));
	return outcomes;
}

const countFiles = () => (isLinux ? readdirSync(`/proc/${server.process.pid}/fd`).length : 0);
const readMegabytes = () =>
	!isLinux
		? 0
		: Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8'))?.[1]) / 1024;

it('lives through anything that can be sent to any route, and answers or hangs up', async (context) => {
	const seed = chooseSeed(context);
	assert.ok(target.patterns.length > 80, 'all routes are known');
	// By now all routes and verbs have been combined, and everything that is loaded on first use is loaded.
	await send(2 * target.patterns.length * fuzzVerbs.length, seed);
	const filesBefore = countFiles();
	const megabytesBefore = readMegabytes();
	const outcomes = await send(requestCount, seed + 1);
	context.diagnostic(`${requestCount} requests: ${[...outcomes].map((pair) => pair.join(' × ')).join(', ')}`);

	const api = createApi(server.url, shop.key);
	assert.equal((await api.call('/health/ready')).status, 200);
	assert.equal((await api.call(`/6/${shop.hashid}/_search?query=shoes`)).status, 200);
	await waitFor('descriptors that are back', countFiles, (count) => count <= filesBefore + 4);
	if (!isLong || !isLinux) return;
	context.diagnostic(`${Math.round(megabytesBefore)} MB before, ${Math.round(readMegabytes())} MB after`);
	await waitFor('memory that is back', readMegabytes, (megabytes) => megabytes <= megabytesBefore * 1.1);
});
