import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import {
	addEvent,
	damages,
	eraseEvents,
	type FollowedEvents,
	followEvents,
	prepareEvents,
} from '../../../test/support/followed-events.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { startPosition, toPosition } from '../../domain/log/position.ts';
import { createDurableFiles, type DurableFiles } from '../runtime/durable-files.ts';
import type { LoggedQuery } from './query-counter.ts';
import { startQueryFollower } from './query-follower.ts';
import type { QueriesMessage } from './query-messages.ts';

const engine = 'e'.repeat(32);

type Setup = FollowedEvents<LoggedQuery>;

function prepare(t: TestContext): Setup {
	const toSearch = (serial: number): LoggedQuery => ({
		...{ position: toPosition(serial), kind: 'search', hashid: engine, sessionId: `s${serial}`, text: null },
		...{ hitCount: 1, occurredAtMs: serial, clientKey: null, isBot: false },
	});
	return prepareEvents(t, { engines: [engine], toSearch });
}

function ask(setup: Setup, text: string, from: Partial<LoggedQuery> = {}): void {
	addEvent(setup, { text, ...from });
}

interface FollowOptions {
	readonly files?: DurableFiles;
	readonly beforeRecount?: () => Promise<void>;
}

function follow(t: TestContext, setup: Setup, options: FollowOptions = {}) {
	const { follower, ...seen } = followEvents(t, setup, { start: startQueryFollower, ...options });
	const shown = new Map<string, readonly string[]>();
	const send = ({ hashid, queries }: QueriesMessage) => {
		shown.set(
			hashid,
			queries.map(({ text }) => text),
		);
	};
	follower.attach({ send });
	return { follower, ...seen, ofEngine: () => shown.get(engine) ?? [] };
}

async function untilShown(ofEngine: () => readonly string[], count: number): Promise<void> {
	await waitFor(`${count} queries that are shown`, ofEngine, ({ length }) => length === count);
}

test('queries are shown once several shoppers found something by them', async (t) => {
	const setup = prepare(t);
	const { ofEngine } = follow(t, setup);
	for (let time = 0; time < 4; time++) {
		ask(setup, 'Red  Shoe');
		ask(setup, 'nothing', { hitCount: 0 });
		ask(setup, 'crawled', { isBot: true });
		ask(setup, 'unsigned', { sessionId: null });
		ask(setup, 'clicked', { kind: 'click' });
		ask(setup, 'jane@example.com');
		ask(setup, 'one network', { clientKey: 'k' });
		ask(setup, 'one session', { sessionId: 's' });
		if (time > 0) ask(setup, 'rèd shoe');
		ask(setup, 'socks', { clientKey: `k${time}`, sessionId: 'same' });
	}
	await untilShown(ofEngine, 2);
	assert.deepEqual(ofEngine(), ['red shoe', 'socks']);
});

test('a restart goes on from where the last one was saved', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	ask(setup, 'sock');
	ask(setup, 'sock');
	const first = follow(t, setup);
	await untilShown(first.ofEngine, 1);
	await first.follower.stop();
	const saved = setup.events.at(-1)?.position;
	ask(setup, 'sock');
	const second = follow(t, setup);
	await untilShown(second.ofEngine, 2);
	assert.equal(second.readPositions[0], saved);
});

for (const [when, damage] of damages) {
	test(`the checkpoint is invalid when ${when}: the log is read again`, async (t) => {
		const setup = prepare(t);
		for (let time = 0; time < 3; time++) ask(setup, 'shoe');
		const first = follow(t, setup);
		await untilShown(first.ofEngine, 1);
		await first.follower.stop();
		const file = join(setup.path, 'queries');
		writeFileSync(file, damage(readFileSync(file)));
		const second = follow(t, setup);
		await untilShown(second.ofEngine, 1);
		assert.equal(second.readPositions[0], startPosition);
	});
}

test('a store that is behind the checkpoint on disk is read from its beginning', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 6; time++) ask(setup, 'shoe');
	const first = follow(t, setup);
	await untilShown(first.ofEngine, 1);
	await first.follower.stop();
	const older = { ...setup, events: setup.events.slice(0, 2) };
	const second = follow(t, older);
	await waitFor(
		'a fourth look',
		() => second.readPositions,
		({ length }) => length > 3,
	);
	assert.equal(second.readPositions[0], startPosition);
	assert.deepEqual(second.ofEngine(), []);
});

test('queries of a removed engine are forgotten', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	const { follower, ofEngine } = follow(t, setup);
	await untilShown(ofEngine, 1);
	setup.engines.delete(engine);
	await follower.stop();
	assert.deepEqual(ofEngine(), []);
	assert.doesNotMatch(readFileSync(join(setup.path, 'queries'), 'utf8'), /shoe/);
});

const readFile = ({ path }: Setup) => readFileSync(join(path, 'queries'), 'utf8');

test('queries of an erased shopper no longer count, and those of others still do', async (t) => {
	const setup = prepare(t);
	for (const sessionId of ['a', 'b', 'jane']) ask(setup, 'shoe', { sessionId });
	for (const sessionId of ['a', 'b', 'c', 'jane']) ask(setup, 'sock', { sessionId });
	for (let number = 0; number < 1_000; number++) ask(setup, 'sock', { sessionId: 'c' });
	const { ofEngine, follower, failures } = follow(t, setup);
	await untilShown(ofEngine, 2);
	eraseEvents(setup, ({ sessionId }) => sessionId === 'jane');
	await untilShown(ofEngine, 1);
	assert.deepEqual(ofEngine(), ['sock']);
	ask(setup, 'shoe', { sessionId: 'd' });
	await untilShown(ofEngine, 2);
	eraseEvents(setup, () => true);
	await untilShown(ofEngine, 0);
	await follower.stop();
	assert.doesNotMatch(readFile(setup), /shoe|sock/);
	assert.match(readFile(setup), /"engines":\[\]/, 'an engine without queries takes no room');
	assert.deepEqual(failures, []);
});

test('queries that were erased while there was no follower are not suggested after the start', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	for (let time = 0; time < 3; time++) ask(setup, 'sock');
	const first = follow(t, setup);
	await untilShown(first.ofEngine, 2);
	await first.follower.stop();
	eraseEvents(setup, ({ text }) => text === 'shoe');
	const second = follow(t, setup);
	await waitFor('the query sock alone', second.ofEngine, (shown) => String(shown) === 'sock');
});

test('an erasure removes the counts from the disk at once, and a crash during the recount loses none', async (t) => {
	const setup = prepare(t);
	for (const text of ['shoe', 'sock']) for (let time = 0; time < 3; time++) ask(setup, text);
	const crash = Promise.withResolvers<void>();
	const first = follow(t, setup, { beforeRecount: () => crash.promise });
	await untilShown(first.ofEngine, 2);
	eraseEvents(setup, ({ text }) => text === 'shoe');
	crash.reject(new Error('crash'));
	crash.promise.catch(() => undefined);
	await waitFor(
		'a failure',
		() => first.failures,
		({ length }) => length === 1,
	);
	await first.follower.stop();
	assert.doesNotMatch(readFile(setup), /shoe|sock/);
	const second = follow(t, setup);
	await waitFor('the query sock alone', second.ofEngine, (shown) => String(shown) === 'sock');
	assert.equal(second.recounts[0]?.after, startPosition);
});

test('a shopper erased during a recount is gone after the next one, and no further recount follows', async (t) => {
	const setup = prepare(t);
	for (const text of ['shoe', 'sock', 'hat']) for (let time = 0; time < 3; time++) ask(setup, text);
	const gate = Promise.withResolvers<void>();
	const { ofEngine, recounts } = follow(t, setup, { beforeRecount: () => gate.promise });
	await untilShown(ofEngine, 3);
	eraseEvents(setup, ({ text }) => text === 'shoe');
	// A second deletion of the same walk, before the follower polls: one recount is enough for both.
	eraseEvents(setup, ({ text }) => text === 'hat');
	gate.resolve();
	await waitFor('the query sock alone', ofEngine, (shown) => String(shown) === 'sock');
	const readCount = recounts.length;
	for (let time = 0; time < 3; time++) ask(setup, 'cap');
	await untilShown(ofEngine, 2);
	assert.equal(recounts.length, readCount);
});

test('a log that is read from its beginning contains no erased shopper', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	eraseEvents(setup, ({ sessionId }) => sessionId === 's2');
	ask(setup, 'shoe');
	const { ofEngine, recounts } = follow(t, setup);
	await untilShown(ofEngine, 1);
	assert.deepEqual(recounts, []);
});

test('a full disk is reported and loses no query', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	const full = (call: string) => {
		if (call === 'replace') throw new Error('no space left');
	};
	const first = follow(t, setup, { files: createDurableFiles(full) });
	await untilShown(first.ofEngine, 1);
	await first.follower.stop();
	assert.match(String(first.failures), /no space left/);
	const second = follow(t, setup);
	await untilShown(second.ofEngine, 1);
});

test('an obstacle in the place of the file is removed and logged at the start, even if nothing is to be saved', async (t) => {
	const setup = prepare(t);
	const inTheWay = ['queries', 'queries.tmp'].map((name) => join(setup.path, name));
	for (const path of [...inTheWay, join(setup.path, '7')]) mkdirSync(join(path, 'inside'), { recursive: true });
	const named: string[] = [];
	const files = createDurableFiles(undefined, (path) => named.push(path));
	const first = follow(t, setup, { files });
	await first.follower.stop();
	assert.deepEqual(named.splice(0).sort(), inTheWay);
	assert.deepEqual(readdirSync(setup.path), ['7']);
	const second = follow(t, setup, { files });
	await second.follower.stop();
	assert.deepEqual([...named, ...first.failures, ...second.failures], []);
});

test('an obstacle that cannot be removed is reported and loses no query', async (t) => {
	const setup = prepare(t);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	const files = createDurableFiles((call) => {
		if (call === 'removeObstacles') throw new Error('the volume is busy');
	});
	const { ofEngine, failures } = follow(t, setup, { files });
	await untilShown(ofEngine, 1);
	assert.match(String(failures), /the volume is busy/);
});

test('the number of counted queries is bounded, however many engines and queries there are', async (t) => {
	const setup = prepare(t);
	for (let number = 0; number < 6_000; number++) ask(setup, `query ${number}`);
	for (let time = 0; time < 3; time++) ask(setup, 'shoe');
	const { follower, ofEngine } = follow(t, setup);
	await untilShown(ofEngine, 1);
	await follower.stop();
	const { engines } = JSON.parse(readFileSync(join(setup.path, 'queries'), 'utf8').split('\n')[1] as string);
	assert(engines[0][1].length <= 4_000);
});
