import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
import type { TeamComparison } from '../../domain/evaluation/team-comparison.ts';
import { packHits } from '../../domain/event/packed-hits.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import { startPosition, toPosition } from '../../domain/log/position.ts';
import type { Lessons } from '../../learning/click-learner.ts';
import { createDurableFiles, type DurableFiles } from '../runtime/durable-files.ts';
import { type LessonEvent, startLessonFollower } from './lesson-follower.ts';

const engine = 'e'.repeat(32);
const other = 'f'.repeat(32);
const items = Array.from({ length: 5 }, (_, at) => ({ indexName: 'product', itemKey: toItemKey(`p${at}`) }));

type Setup = FollowedEvents<LessonEvent>;

function prepare(t: TestContext): Setup {
	const toSearch = (serial: number): LessonEvent => ({
		...{ position: toPosition(serial), hashid: engine, kind: 'search', item: null, sessionId: null, text: null },
		...{ hitCount: null, hits: [], firstRank: 1, queryId: null, clientKey: null, isBot: false },
		...{ occurredAtMs: serial, lines: [], amount: 1, price: null },
	});
	return prepareEvents(t, { engines: [engine, other], toSearch });
}

/** A search for the text, and a click on one of its hits. */
function shop(setup: Setup, text: string, { sessionId, at = 2, hashid = engine }: Shopping): void {
	const from = { sessionId, clientKey: `network of ${sessionId}`, hashid };
	addEvent(setup, {
		...from,
		text,
		hitCount: 5,
		hits: packHits(items),
		draft: { run: 1, teams: '-lplp' },
		queryId: `${sessionId} ${text} ${setup.events.length}`,
	});
	addEvent(setup, { ...from, kind: 'click', item: items[at] ?? null });
}

interface Shopping {
	readonly sessionId: string;
	readonly at?: number;
	readonly hashid?: string;
}

function follow(t: TestContext, setup: Setup, { files }: { files?: DurableFiles } = {}) {
	const { follower, recounts, ...seen } = followEvents(t, setup, { start: startLessonFollower, files });
	const told = new Map<string, Lessons>();
	const compared = new Map<string, TeamComparison | undefined>();
	follower.attach({
		send({ hashid, lessons, comparison }) {
			told.set(hashid, lessons);
			compared.set(hashid, comparison);
		},
	});
	/** Clicks by query, over all items. */
	const clicksOf = (hashid = engine) =>
		(told.get(hashid)?.evidence ?? [])
			.map(([key, , , , rows]) => `${key} ${Math.round(rows.reduce((sum, [, clicks]) => sum + clicks, 0))}`)
			.sort();
	const listRecounted = () => [...new Set(recounts.map(({ hashid }) => hashid))];
	return { follower, ...seen, listRecounted, clicksOf, told, compared };
}

async function until(clicksOf: () => readonly string[], ...expected: string[]): Promise<void> {
	await waitFor(`what was learned to be ${expected.join()}`, clicksOf, (is) => String(is) === String(expected));
}

/** Everything in the files, as text. */
function readAll({ path }: Setup): string {
	const directory = join(path, 'learned');
	if (!existsSync(directory)) return '';
	return readdirSync(directory)
		.map((name) => readFileSync(join(directory, name), 'utf8'))
		.join('\n');
}

test('searching threads get what was learned for each engine, by itself', async (t) => {
	const setup = prepare(t);
	const { clicksOf } = follow(t, setup);
	shop(setup, 'Red Shoes', { sessionId: 'a' });
	shop(setup, 'red shoes', { sessionId: 'b' });
	shop(setup, 'jane@example.com', { sessionId: 'b' });
	shop(setup, 'hat', { sessionId: 'a', hashid: other });
	await until(clicksOf, 'red shoes 2');
	await until(() => clicksOf(other), 'hat 1');
});

test('a restart goes on from where the last one was saved, and with the searches before it', async (t) => {
	const setup = prepare(t);
	shop(setup, 'shoe', { sessionId: 'a' });
	addEvent(setup, { text: 'sock', sessionId: 'b', hitCount: 5, hits: packHits(items), queryId: 'q' });
	const first = follow(t, setup);
	await until(first.clicksOf, 'shoe 1');
	await first.follower.stop();
	const saved = setup.events.at(-1)?.position;
	addEvent(setup, { kind: 'click', item: items[1] ?? null, sessionId: 'b', queryId: 'q' });
	const second = follow(t, setup);
	await until(second.clicksOf, 'shoe 1', 'sock 1');
	assert.equal(second.readPositions[0], saved);
	assert.deepEqual(second.listRecounted(), []);
});

for (const [when, damage] of damages) {
	test(`a file is invalid when ${when}: what it had is learned again from the log`, async (t) => {
		for (const name of ['position', engine]) {
			const setup = prepare(t);
			shop(setup, 'shoe', { sessionId: 'a' });
			shop(setup, 'hat', { sessionId: 'a', hashid: other });
			const first = follow(t, setup);
			await until(first.clicksOf, 'shoe 1');
			await first.follower.stop();
			const file = join(setup.path, 'learned', name);
			writeFileSync(file, damage(readFileSync(file)));
			const second = follow(t, setup);
			await until(second.clicksOf, 'shoe 1');
			await until(() => second.clicksOf(other), 'hat 1');
			if (name === 'position') assert.equal(second.readPositions[0], startPosition);
			else assert.deepEqual(second.listRecounted(), [engine]);
		}
	});
}

test("an erased shopper's clicks are gone from what was learned, and those of others are still in it", async (t) => {
	const setup = prepare(t);
	for (const sessionId of ['a', 'b', 'jane']) shop(setup, 'shoe', { sessionId });
	shop(setup, 'secret wish', { sessionId: 'jane' });
	const { clicksOf, follower, failures } = follow(t, setup);
	await until(clicksOf, 'secret wish 1', 'shoe 3');
	eraseEvents(setup, ({ sessionId }) => sessionId === 'jane');
	await until(clicksOf, 'shoe 2');
	shop(setup, 'shoe', { sessionId: 'c' });
	await until(clicksOf, 'shoe 3');
	await follower.stop();
	assert.doesNotMatch(readAll(setup), /secret|jane/);
	assert.match(readAll(setup), /shoe/);
	assert.deepEqual(failures, []);
});

test('an erasure takes what was learned off the disk at once, and a crash while it is learned again loses nothing', async (t) => {
	const setup = prepare(t);
	for (const text of ['shoe', 'secret wish']) for (const sessionId of ['a', 'jane']) shop(setup, text, { sessionId });
	const first = follow(t, setup);
	await until(first.clicksOf, 'secret wish 2', 'shoe 2');
	await first.follower.stop();
	eraseEvents(setup, ({ text, sessionId }) => sessionId === 'jane' || text === 'secret wish');
	let writes = 0;
	const files = createDurableFiles((call) => {
		if (call === 'replace') writes += 1;
		if (call === 'replace' && writes > 1) throw new Error('killed');
	});
	const killed = follow(t, setup, { files });
	await waitFor(
		'the lessons to be off the disk',
		() => readAll(setup),
		(text) => !text.includes('secret'),
	);
	await killed.follower.stop();
	const second = follow(t, setup);
	await until(second.clicksOf, 'shoe 1');
	await second.follower.stop();
	assert.doesNotMatch(readAll(setup), /secret|jane/);
});

test('whichever file operation fails last before a crash, what was learned afterwards is the same', async (t) => {
	const visit = (setup: Setup, from: number) => {
		for (let number = from; number < from + 6; number++) {
			shop(setup, `query ${number % 2}`, { sessionId: `s${number}`, at: number % 5 });
			shop(setup, 'hat', { sessionId: `s${number}`, at: number % 3, hashid: other });
		}
	};
	const learnAll = async (failAt: number) => {
		const setup = prepare(t);
		visit(setup, 0);
		const first = follow(t, setup);
		await until(first.clicksOf, 'query 0 3', 'query 1 3');
		await first.follower.stop();
		visit(setup, 6);
		let calls = 0;
		const files = createDurableFiles((call) => {
			if (call === 'read') return;
			calls += 1;
			if (calls >= failAt) throw new Error('killed');
		});
		const killed = follow(t, setup, { files });
		await until(killed.clicksOf, 'query 0 6', 'query 1 6');
		await killed.follower.stop();
		visit(setup, 12);
		const last = follow(t, setup);
		await until(last.clicksOf, 'query 0 9', 'query 1 9');
		await until(() => last.clicksOf(other), 'hat 18');
		await last.follower.stop();
		const learned = [engine, other].map((hashid) => [last.told.get(hashid), last.compared.get(hashid)]);
		return { calls, learned };
	};
	const expected = await learnAll(Number.POSITIVE_INFINITY);
	assert.equal(expected.learned[0]?.[1] !== undefined, true, 'interleaved lists were compared');
	for (let failAt = 1; failAt <= expected.calls; failAt++) {
		assert.deepEqual((await learnAll(failAt)).learned, expected.learned, `failed from call ${failAt} on`);
	}
});

test('what was learned of a removed engine is forgotten', async (t) => {
	const setup = prepare(t);
	shop(setup, 'shoe', { sessionId: 'a' });
	const { follower, clicksOf } = follow(t, setup);
	await until(clicksOf, 'shoe 1');
	setup.engines.delete(engine);
	await follower.stop();
	assert.deepEqual(clicksOf(), []);
	assert.doesNotMatch(readAll(setup), /shoe/);
});

test('a store that is behind the position on disk is read from its beginning', async (t) => {
	const setup = prepare(t);
	for (const sessionId of ['a', 'b', 'c']) shop(setup, 'shoe', { sessionId });
	const first = follow(t, setup);
	await until(first.clicksOf, 'shoe 3');
	await first.follower.stop();
	const second = follow(t, { ...setup, events: setup.events.slice(0, 2) });
	await until(second.clicksOf, 'shoe 1');
	assert.equal(second.readPositions[0], startPosition);
});

test('an obstacle in the place of a file is removed', async (t) => {
	const setup = prepare(t);
	mkdirSync(join(setup.path, 'learned', 'position', 'inside'), { recursive: true });
	shop(setup, 'shoe', { sessionId: 'a' });
	const { clicksOf, follower, failures } = follow(t, setup);
	await until(clicksOf, 'shoe 1');
	await follower.stop();
	assert.match(readAll(setup), /shoe/);
	assert.deepEqual(failures, []);
});
