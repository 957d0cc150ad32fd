/**
 * PostgreSQL is crashed repeatedly under concurrent writers, with followers of the log that poll all the time.
 *
 *     writers ──► events, bulks of items        acknowledged ones exist afterwards, failed ones may exist
 *     follower ─► every event once, in the one order of the log, across all crashes
 *
 * A short form runs with all tests; `npm run test:fault` runs the long one.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPostgresDatabase } from '../../src/adapters/postgres/open-postgres-database.ts';
import { createDatabaseChanges } from '../../src/adapters/sql/sql-database.ts';
import { createSeededRandom, type SeededRandom } from '../../src/lib/seeded-random.ts';
import type { Database } from '../../src/ports/database.ts';
import { fillDatabase, live, sampleEvent } from '../contract/sample-data.ts';
import { chooseSeed } from '../support/chosen-seed.ts';
import { createEventFollower, type EventFollower } from '../support/crash/event-follower.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { preparePostgres } from '../support/prepared-postgres.ts';
import { chooseLength } from '../support/test-length.ts';

const roundCount = chooseLength(2, 20);
const writerCount = 6;
/** Acknowledged writes of all writers together before a crash. */
const writesPerRound = 120;

interface Written {
	/** Sessions of events, and ids of items, that were acknowledged. */
	readonly events: Set<string>;
	readonly items: Set<string>;
	/** All events that were sent. */
	readonly sentEvents: Set<string>;
}

test(`${roundCount} crashes of PostgreSQL lose nothing that was acknowledged, and readers skip nothing`, async (t) => {
	const random = createSeededRandom(chooseSeed(t));
	const server = await startPostgresServer();
	t.after(() => server.close());
	if (!server.isOwned) return t.skip('a given server is not ours to crash');
	const url = await server.createDatabase();
	await preparePostgres(url);
	const database = open(t, url);
	await fillDatabase(database);
	const written: Written = { events: new Set(), items: new Set(), sentEvents: new Set() };
	const follower = follow(database);
	for (let round = 1; round <= roundCount; round += 1) {
		const crash = Promise.withResolvers<void>();
		const writing = runWriters(database, written, { random, round, onEnough: crash.resolve });
		await crash.promise;
		await server.stop('immediate');
		writing.stop();
		await writing.ended;
		await server.start();
	}
	await check(database, written, await follower.stop());
});

function open(t: TestContext, url: string): Database {
	const database = openPostgresDatabase({
		...{ url, deadlineMs: 20_000, connectionsMax: writerCount + 2 },
		random: Math.random,
		nowMs: () => 0,
		onConnectionLost: () => undefined,
		changes: createDatabaseChanges(),
	});
	t.after(() => database.close());
	return database;
}

interface Round {
	readonly random: SeededRandom;
	readonly round: number;
	readonly onEnough: () => void;
}

/** Writers continue until they are stopped, even after failures. */
function runWriters(database: Database, written: Written, { random, round, onEnough }: Round) {
	let isStopped = false;
	let writeCount = 0;

	async function writeOne(name: string): Promise<void> {
		if (random.chance(0.5)) {
			const sessions = Array.from({ length: random.integer(1, 4) }, (_, index) => `${name} ${index}`);
			for (const session of sessions) written.sentEvents.add(session);
			const action = { kind: 'init' } as const;
			await database.events.recordMany(
				sessions.map((sessionId, index) => sampleEvent(writeCount * 8 + index, action, { sessionId })),
			);
			for (const session of sessions) written.events.add(session);
		} else {
			const ids = Array.from({ length: random.integer(1, 30) }, (_, index) => `${name} ${index}`);
			const puts = ids.map((id) => ({ kind: 'put', id, text: JSON.stringify({ id }), groupId: null }) as const);
			assert(Array.isArray(await database.items.write(live, puts)));
			for (const id of ids) written.items.add(id);
		}
	}

	async function run(writer: number): Promise<void> {
		for (let step = 0; !isStopped; step += 1) {
			await writeOne(`r${round} w${writer} s${step}`).then(
				() => {
					writeCount += 1;
					if (writeCount === writesPerRound) onEnough();
				},
				// A failed write may have happened or not: only acknowledged ones must exist.
				() => new Promise((resolve) => setTimeout(resolve, 5)),
			);
		}
	}
	return {
		stop: () => {
			isStopped = true;
		},
		ended: Promise.all(Array.from({ length: writerCount }, (_, writer) => run(writer))),
	};
}

/** Polls until it is stopped, and then to the end of the log. */
function follow(database: Database) {
	const follower = createEventFollower();
	let isStopping = false;

	async function run(): Promise<void> {
		for (;;) {
			const isLast = isStopping;
			const isRead = await follower.poll(database.events).then(
				() => true,
				() => false,
			);
			if (isRead && isLast) return;
			await new Promise((resolve) => setTimeout(resolve, 5));
		}
	}
	const running = run();
	return {
		async stop() {
			isStopping = true;
			await running;
			return follower;
		},
	};
}

async function check(database: Database, written: Written, follower: EventFollower): Promise<void> {
	const { sessions } = follower;
	await follower.check(database.events);
	assert.equal(new Set(sessions).size, sessions.length, 'no event is there twice');
	const missing = [...written.events].filter((session) => !sessions.includes(session));
	assert.deepEqual(missing, [], 'acknowledged events are read');
	assert(
		sessions.every((session) => written.sentEvents.has(session)),
		'nothing is read that was not sent',
	);
	const ids = [...written.items];
	for (let start = 0; start < ids.length; start += 100) {
		const part = ids.slice(start, start + 100);
		const found = await database.items.findMany(live, part);
		assert(Array.isArray(found));
		assert.deepEqual(
			found.map((item) => item?.id),
			part,
			'acknowledged items are there',
		);
	}
}
