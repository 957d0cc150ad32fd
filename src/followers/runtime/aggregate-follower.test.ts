import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addEvent, eraseEvents, followEvents, prepareEvents } from '../../../test/support/followed-events.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import type { EventKind } from '../../domain/event/shopper-event.ts';
import { startPosition, toPosition } from '../../domain/log/position.ts';
import type {
	AggregateCheckpoint,
	AggregateFollowerOptions,
	AggregateSnapshot,
	EngineAggregate,
	EngineEvent,
	SavedAggregates,
} from './aggregate-definition.ts';
import { createEngineAggregates } from './engine-aggregates.ts';

type TextEvent = EngineEvent & { readonly text: string };
type Snapshot = AggregateSnapshot<string[]>;

const [one, other] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];

function prepare(t: TestContext) {
	const toSearch = (serial: number): TextEvent => ({
		...{ position: toPosition(serial), hashid: one, kind: 'search', text: '' },
	});
	return prepareEvents(t, { engines: [one, other], toSearch });
}

interface Following {
	readonly kinds?: readonly EventKind[];
	readonly saved?: SavedAggregates<string[]>;
	readonly write?: (snapshot: Snapshot) => Promise<void>;
}

/** Aggregates that are the texts of the events; an event without a text adds nothing. */
function createTexts({ kinds = ['search'], saved, write }: Following) {
	const snapshots: Snapshot[] = [];
	const told = new Map<string, string>();
	let removedCount = 0;
	const checkpoint: AggregateCheckpoint<string[]> = {
		removeObstacles: async () => undefined,
		read: async () => saved,
		async remove() {
			removedCount += 1;
		},
		take(snapshot) {
			snapshots.push(snapshot);
			return async () => write?.(snapshot);
		},
	};
	function toAggregates(options: AggregateFollowerOptions<TextEvent>) {
		const aggregates = createEngineAggregates(options, () => ({
			...{ name: `texts of ${kinds}`, kinds, checkpoint },
			create: (): string[] => [],
			count: (texts: string[], { text }: TextEvent) => void (text !== '' && texts.push(text)),
			isEmpty: (texts: string[]) => texts.length === 0,
			toMessage: (hashid, texts: string[] | undefined) => ({ hashid, text: texts?.join() ?? 'nothing' }),
		}));
		aggregates.attach({ send: ({ hashid, text }) => void told.set(hashid, text) });
		return aggregates;
	}
	const until = (hashid: string, text: string | undefined) =>
		waitFor(
			`${text} to be told`,
			() => told.get(hashid),
			(is) => is === text,
		);
	return { toAggregates, snapshots, told, until, readRemovedCount: () => removedCount };
}

/** Follows with one of them. */
function follow(t: TestContext, setup: ReturnType<typeof prepare>, following: Following = {}) {
	const { toAggregates, ...seen } = createTexts(following);
	return { ...followEvents(t, setup, { toAggregates: (options) => [toAggregates(options)] }), ...seen };
}

/** Follows with two: of searches, and of searches and clicks. */
function followTwice(t: TestContext, setup: ReturnType<typeof prepare>, following: readonly [Following, Following]) {
	const searches = createTexts({ ...following[0], kinds: ['search'] });
	const both = createTexts({ ...following[1], kinds: ['search', 'click'] });
	const toAggregates = (options: AggregateFollowerOptions<TextEvent>) =>
		[searches, both].map((texts) => texts.toAggregates(options));
	return { ...followEvents(t, setup, { toAggregates }), searches, both };
}

const toEngine = (texts: string[], serial: number): EngineAggregate<string[]> => ({
	...{ aggregate: texts, countedUpTo: toPosition(serial) },
});

test('an aggregate that is ahead of the position of the checkpoint skips what it has', async (t) => {
	const setup = prepare(t);
	for (const text of ['a', 'b', 'c']) for (const hashid of [one, other]) addEvent(setup, { text, hashid });
	const engines = [[one, toEngine(['a', 'b'], 8)] as const, [other, toEngine(['a'], 4)] as const];
	const { until, readPositions, recounts } = follow(t, setup, {
		saved: { position: toPosition(4), incarnation: '', engines, recounted: [] },
	});
	await until(one, 'a,b,c');
	await until(other, 'a,b,c');
	assert.equal(readPositions[0], toPosition(4));
	assert.deepEqual(recounts, []);
});

test('an aggregate that is ahead of the log is counted again, and so is one that is not saved', async (t) => {
	const setup = prepare(t);
	for (const hashid of [one, other]) addEvent(setup, { text: 'a', hashid });
	const { until, readRemovedCount } = follow(t, setup, {
		saved: {
			position: toPosition(4),
			incarnation: '',
			engines: [[one, toEngine(['a', 'lost'], 6)]],
			recounted: [other],
		},
	});
	await until(one, 'a');
	await until(other, 'a');
	assert.equal(readRemovedCount(), 0);
});

test('a checkpoint that is ahead of the log is removed', async (t) => {
	const setup = prepare(t);
	addEvent(setup, { text: 'a' });
	const { until, readPositions, readRemovedCount } = follow(t, setup, {
		saved: { position: toPosition(4), incarnation: '', engines: [[other, toEngine(['lost'], 4)]], recounted: [] },
	});
	await until(one, 'a');
	await until(other, undefined);
	assert.equal(readPositions[0], startPosition);
	assert.equal(readRemovedCount(), 1);
});

for (const outcome of ['succeeds', 'fails'] as const) {
	const again = outcome === 'fails' ? 'again' : 'not again';
	test(`when a checkpoint ${outcome}, what had changed is to be saved ${again} by the next one`, async (t) => {
		const setup = prepare(t);
		for (const hashid of [one, other]) addEvent(setup, { text: 'a', hashid });
		const { until, snapshots, follower, failures } = follow(t, setup, {
			async write() {
				if (outcome === 'fails' && snapshots.length === 1) throw new Error('no space left');
			},
		});
		await until(one, 'a');
		// The checkpoint after an erasure does not wait.
		eraseEvents(setup, () => false);
		await waitFor(
			'a checkpoint',
			() => snapshots,
			({ length }) => length > 0,
		);
		addEvent(setup, { text: 'b' });
		await until(one, 'a,b');
		await follower.stop();
		const [first, ...later] = snapshots;
		assert.deepEqual([...(first?.changed ?? [])].sort(), [one, other]);
		assert(later.some(({ changed }) => changed.has(one)));
		assert.equal(
			later.some(({ changed }) => changed.has(other)),
			outcome === 'fails',
		);
		assert.deepEqual(
			later
				.at(-1)
				?.engines.map(([hashid, texts]) => [hashid, texts.join()])
				.sort(),
			[
				[one, 'a,b'],
				[other, 'a'],
			],
		);
		assert.equal(failures.length, outcome === 'fails' ? 1 : 0);
	});
}

test('an engine whose events are all erased is not saved, and readers are told that nothing is left', async (t) => {
	const setup = prepare(t);
	addEvent(setup, { text: 'a' });
	const { until, snapshots, follower } = follow(t, setup);
	await until(one, 'a');
	eraseEvents(setup, () => true);
	await until(one, 'nothing');
	addEvent(setup, { text: '', hashid: other });
	await follower.stop();
	assert.deepEqual(snapshots.at(-1)?.engines, []);
});

test('two read the log once, and each counts the events of its kinds', async (t) => {
	const setup = prepare(t);
	addEvent(setup, { text: 'a' });
	addEvent(setup, { text: 'b', kind: 'click' });
	const { searches, both, readPositions, follower } = followTwice(t, setup, [{}, {}]);
	await both.until(one, 'a,b');
	await searches.until(one, 'a');
	addEvent(setup, { text: 'c', kind: 'click', hashid: other });
	await both.until(other, 'c');
	eraseEvents(setup, ({ text }) => text === 'a');
	await searches.until(one, 'nothing');
	await both.until(one, 'b');
	await follower.stop();
	assert.equal(searches.told.has(other), false);
	assert.equal(readPositions.filter((position) => position === startPosition).length, 1);
});

test('one that is ahead of the other skips what it has, erasures among it', async (t) => {
	const setup = prepare(t);
	for (const text of ['a', 'b']) addEvent(setup, { text });
	eraseEvents(setup, () => false);
	addEvent(setup, { text: 'c' });
	const saved = (position: number, texts: string[]) => ({
		...{ position: toPosition(position), incarnation: '', recounted: [] },
		engines: [[one, toEngine(texts, position)] as const],
	});
	const { searches, both, readPositions, recounts, follower } = followTwice(t, setup, [
		{ saved: saved(5, ['a', 'b']) },
		{ saved: saved(2, ['a']) },
	]);
	await searches.until(one, 'a,b,c');
	await both.until(one, 'a,b,c');
	await follower.stop();
	assert.equal(readPositions[0], toPosition(2));
	// The one that was behind met the erasure.
	assert.deepEqual([...new Set(recounts.map(({ hashid }) => hashid))], [one]);
	assert.equal(recounts.filter(({ after }) => after === startPosition).length, 1);
});

test('a checkpoint that fails leaves that of the other alone, and is tried again', async (t) => {
	const setup = prepare(t);
	addEvent(setup, { text: 'a' });
	const written: string[] = [];
	const { searches, both, follower, failures } = followTwice(t, setup, [
		{
			async write() {
				throw new Error('no space left');
			},
		},
		{ write: async ({ position }) => void written.push(position) },
	]);
	await searches.until(one, 'a');
	await both.until(one, 'a');
	await follower.stop();
	assert.deepEqual(written, [toPosition(2)]);
	assert.equal(failures.length, 1);
});
