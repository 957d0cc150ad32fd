import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addEvent, eraseEvents, followEvents, prepareEvents } from '../../../test/support/followed-events.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import { startPosition, toPosition } from '../../domain/log/position.ts';
import type {
	AggregateCheckpoint,
	AggregateSnapshot,
	EngineAggregate,
	EngineEvent,
	SavedAggregates,
} from './aggregate-definition.ts';
import { type AggregateFollowerOptions, startAggregateFollower } from './aggregate-follower.ts';

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
	readonly saved?: SavedAggregates<string[]>;
	readonly write?: (snapshot: Snapshot) => Promise<void>;
}

/** Follows with aggregates that are the texts of the events; an event without a text adds nothing. */
function follow(t: TestContext, setup: ReturnType<typeof prepare>, { saved, write }: Following = {}) {
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
	const start = (options: AggregateFollowerOptions<TextEvent>) =>
		startAggregateFollower(options, () => ({
			name: 'texts',
			kinds: ['search'],
			create: (): string[] => [],
			count: (texts: string[], { text }: TextEvent) => void (text !== '' && texts.push(text)),
			isEmpty: (texts: string[]) => texts.length === 0,
			toMessage: (hashid, texts: string[] | undefined) => ({ hashid, text: texts?.join() ?? 'nothing' }),
			checkpoint,
		}));
	const followed = followEvents(t, setup, { start });
	followed.follower.attach({ send: ({ hashid, text }) => void told.set(hashid, text) });
	const until = (hashid: string, text: string | undefined) =>
		waitFor(
			`${text} to be told`,
			() => told.get(hashid),
			(is) => is === text,
		);
	return { ...followed, snapshots, told, until, readRemovedCount: () => removedCount };
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
