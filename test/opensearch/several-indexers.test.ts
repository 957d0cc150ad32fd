/** Several indexers that all believe to have the lease, and an OpenSearch that refuses some of what they send. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createProgressStore } from '../../src/adapters/opensearch/build-progress.ts';
import { createIndexNames, openSearchFollower, toIndexMeta } from '../../src/adapters/opensearch/index-names.ts';
import { createItemIndexer } from '../../src/adapters/opensearch/item-indexer.ts';
import type { OpenSearchConnection, OpenSearchRequest } from '../../src/adapters/opensearch/opensearch-connection.ts';
import { type Position, startPosition } from '../../src/domain/log/position.ts';
import { FailureError, fail } from '../../src/lib/failure.ts';
import { readMonotonicMs } from '../../src/lib/monotonic-time.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { GenerationRepository, GenerationState } from '../../src/ports/generation-repository.ts';
import type { CommonPast } from '../../src/ports/store-history.ts';
import { live, put, remove } from '../contract/sample-data.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { openIndexerParts } from '../support/opensearch/indexer-parts.ts';
import { type OpenSearchNode, startOpenSearch, whyNoOpenSearch } from '../support/opensearch/opensearch-node.ts';

const skip = whyNoOpenSearch();
/** Later writes mend what a late one has done, so it is looked for often. */
const checkCount = 12;
const roundCount = 4;
const lateMsMax = 300;

/** A clock that stands still, for a step that goes through all there is. */
const stopped = () => 0;

let node: OpenSearchNode;
before(async () => {
	if (skip === false) node = await startOpenSearch();
});
after(() => node?.[Symbol.asyncDispose]());

interface Told {
	refusedCount: number;
	lateCount: number;
}

/**
 * Some bulks come late, or twice; some are refused, wholly or for some of their items. After some that come late, the process is killed: it
 * does not see to what they have done.
 */
function disturb(connection: OpenSearchConnection, random: SeededRandom, told: Told): OpenSearchConnection {
	let isKilled = false;
	return {
		...connection,
		async send<Body>(request: Parameters<OpenSearchConnection['send']>[0]) {
			if (isKilled) throw new Error('killed');
			if (!request.path.endsWith('/_bulk')) return connection.send<Body>(request);
			const fate = random.integer(0, 5);
			if (fate === 0) {
				told.refusedCount += 1;
				return { status: 429, body: {} as Body };
			}
			if (fate <= 2) {
				told.lateCount += 1;
				isKilled = random.chance(0.5);
				await pause(random.integer(1, lateMsMax));
			}
			const reply = await connection.send<Body>(request);
			if (fate === 3) return connection.send<Body>(request);
			return fate === 4 ? { ...reply, body: refuseSome(reply.body, random, told) as Body } : reply;
		},
	};
}

/** As of a node whose queue was full for some of its shards; that these were written all the same does no harm either. */
function refuseSome(body: unknown, random: SeededRandom, told: Told): object {
	const { items } = body as { readonly items: readonly Readonly<Record<string, object>>[] };
	const refused = items.map((item) => {
		if (random.integer(0, 3) > 0) return item;
		told.refusedCount += 1;
		return Object.fromEntries(Object.keys(item).map((action) => [action, { status: 429 }]));
	});
	return { errors: true, items: refused };
}

test('several indexers at once, whose writes come late, come twice and are refused, leave what the store has', {
	skip,
}, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	const { database, connection, prefix } = await openIndexerParts(t, node);
	const { generations, items } = database;
	const told: Told = { refusedCount: 0, lateCount: 0 };
	const failures: Error[] = [];
	const start = (through: OpenSearchConnection) =>
		createItemIndexer({
			...{ connection: through, zone: 'eu1', generations, items, nowMs: readMonotonicMs, random: Math.random },
			onFailure: (error) => failures.push(error),
		});

	const expected = new Map<string, string>();
	async function write(round: number): Promise<void> {
		const writes = Array.from({ length: 12 }, () => {
			const id = `item${random.integer(0, 15)}`;
			if (random.integer(0, 2) === 0) return { kind: 'delete', id } as const;
			const text = JSON.stringify({ id, title: `Write ${round}.${random.integer(0, 1e6)} of ${id}` });
			return { kind: 'put', id, text, groupId: null } as const;
		});
		const distinct = [...new Map(writes.map((one) => [one.id, one])).values()];
		const answer = await items.write(live, distinct);
		assert(Array.isArray(answer));
		for (const one of distinct) {
			if (one.kind === 'put') expected.set(one.id, one.text);
			else expected.delete(one.id);
		}
	}

	async function work(): Promise<void> {
		// Each takes over from the one before, which does not know it and ends with its step.
		const steps: Promise<unknown>[] = [];
		for (let round = 0; round < roundCount; round += 1) {
			await write(round);
			// A step may fail, as while OpenSearch makes the index of notes: the next one goes on.
			const { step } = start(disturb(connection, random, told));
			steps.push(step(round).catch((error) => failures.push(error)));
			await pause(random.integer(1, lateMsMax / 3));
		}
		await Promise.all(steps);
		const { step } = start(connection);
		const isThrough = async () => {
			const [state] = await generations.listOfSearchEngine(live.hashid, 'live', openSearchFollower);
			return state?.followed === state?.end;
		};
		while ((await step(roundCount)) || !(await isThrough()));
	}

	async function check(): Promise<void> {
		await connection.send({ path: `/${prefix}-*/_refresh`, method: 'POST' });
		const { body } = await connection.send<{
			readonly hits: { readonly hits: readonly { readonly _source: { readonly id: string; readonly text: string } }[] };
		}>({ path: `/${prefix}-eu1-*,-${prefix}-eu1-progress/_search`, body: { size: 1000, _source: ['id', 'text'] } });
		const found = body.hits.hits.map(({ _source: { id, text } }) => [id, text] as const);
		assert.deepEqual([...found].sort(), [...expected].sort());
	}

	for (let count = 0; count < checkCount; count += 1) {
		await work();
		await check();
	}
	assert(told.refusedCount > 0 && told.lateCount > 0, JSON.stringify(told));
	for (const failure of failures) t.diagnostic(String(failure));
});

test('an indexer that takes over while another one still notes what it wrote builds nothing anew', {
	skip,
}, async (t) => {
	const { database, connection } = await openIndexerParts(t, node);
	const { generations, items } = database;
	const open = (through: OpenSearchConnection, moves: Position[] = []) =>
		createItemIndexer({
			...{
				connection: through,
				zone: 'eu1',
				generations,
				nowMs: stopped,
				random: Math.random,
				onFailure: assert.ifError,
			},
			items: {
				readLog: items.readLog,
				moveFollower(generationId, follower, position) {
					moves.push(position);
					return items.moveFollower(generationId, follower, position);
				},
			},
		});
	const first = open(connection);
	await items.write(live, [put('a')]);
	await first.step(1);
	// When it has read what the store has, and reads next how far OpenSearch is.
	let isMet = false;
	const moves: Position[] = [];
	const meeting: OpenSearchConnection = {
		...connection,
		async send<Body>(request: OpenSearchRequest) {
			if (!isMet && /"generation-/.test(JSON.stringify(request.body ?? ''))) {
				isMet = true;
				await items.write(live, [put('b')]);
				await first.step(1);
			}
			return connection.send<Body>(request);
		},
	};
	await open(meeting, moves).step(2);
	assert(isMet);
	assert.deepEqual(moves, []);
});

test('an indexer that has its lease again goes on with the build that another one has made meanwhile', {
	skip,
}, async (t) => {
	const { database, connection, prefix } = await openIndexerParts(t, node);
	const { items, generations } = database;
	const incarnation = 'one';
	const past: CommonPast = { incarnation, eventsEnd: undefined, hasItems: () => true };
	const history = { readIncarnation: async () => incarnation, findCommonPast: async () => past };
	const tell = (states: readonly GenerationState[]) => states.map((state) => ({ ...state, incarnation }));
	const told: GenerationRepository = {
		...generations,
		listAll: async (...asked) => tell(await generations.listAll(...asked)),
		listBehind: async (...asked) => tell(await generations.listBehind(...asked)),
	};
	const parts = {
		connection,
		zone: 'eu1',
		generations: told,
		history,
		items,
		nowMs: stopped,
		random: Math.random,
	};
	const open = () => createItemIndexer({ ...parts, onFailure: assert.ifError });
	const first = open();
	await items.write(live, [put('a'), put('b')]);
	await first.step(1);
	// OpenSearch was restored to a state before: whoever compares that builds the index anew.
	const [generation] = await generations.listOfSearchEngine(live.hashid, 'live', openSearchFollower);
	assert(generation !== undefined);
	const names = createIndexNames(prefix, 'eu1');
	const progress = createProgressStore(connection, names);
	const noted = { position: startPosition, end: startPosition, incarnation, notes: [] };
	await progress.write(names.toBuild(toIndexMeta(generation, '')), noted);
	const second = open();
	while (await second.step(2));
	await items.write(live, [remove('a')]);
	await first.step(3);
	const { body } = await connection.send<{ readonly hits: { readonly hits: readonly { readonly _source: object }[] } }>(
		{
			path: `/${names.toAlias(generation.generationId)}/_search`,
			body: { _source: ['id'] },
		},
	);
	assert.deepEqual(
		body.hits.hits.map(({ _source }) => _source),
		[{ id: 'b' }],
	);
});

test('an indexer that was slow, and has lost its lease, notes nothing', { skip }, async (t) => {
	const { database, connection, prefix } = await openIndexerParts(t, node);
	const { items, generations } = database;
	let nowMs = 0;
	let fence = 1;
	const open = (own: number, through: OpenSearchConnection) =>
		createItemIndexer({
			...{ connection: through, zone: 'eu1', generations, nowMs: () => nowMs, random: Math.random },
			items: {
				readLog: items.readLog,
				async moveFollower(...move) {
					if (own !== fence)
						throw new FailureError(fail('unavailable').failure, { cause: new Error('the lease was lost') });
					return items.moveFollower(...move);
				},
			},
			onFailure: assert.ifError,
		});
	const names = createIndexNames(prefix, 'eu1');
	const progress = createProgressStore(connection, names);
	const readNoted = async () => {
		const [generation] = await generations.listOfSearchEngine(live.hashid, 'live', openSearchFollower);
		assert(generation !== undefined);
		const [noted] = await progress.read([names.toBuild(toIndexMeta(generation, ''))]);
		return { noted: noted?.position, followed: generation.followed, end: generation.end };
	};
	let isSlow = false;
	const first = open(1, {
		...connection,
		async send<Body>(request: OpenSearchRequest) {
			if (isSlow && request.path.endsWith('/_refresh')) {
				isSlow = false;
				nowMs += 10_000;
				fence = 2;
				await items.write(live, [put('c')]);
				await open(2, connection).step(2);
			}
			return connection.send<Body>(request);
		},
	});
	await items.write(live, [put('a')]);
	await first.step(1);
	await items.write(live, [put('b')]);
	isSlow = true;
	await assert.rejects(first.step(1), FailureError);
	const { noted, followed, end } = await readNoted();
	assert.deepEqual([noted, followed], [end, end]);
});
