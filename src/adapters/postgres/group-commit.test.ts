import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FailureError, fail } from '../../lib/failure.ts';
import type { Transaction } from '../sql/unit-of-work.ts';
import { createGroupCommit, type GroupLimits, type Shortcut } from './group-commit.ts';

interface Scenario {
	/** What the database does with the numbers of a group; nothing where left out. */
	readonly perform?: (numbers: readonly number[]) => void;
	readonly limits?: Partial<GroupLimits>;
	readonly shortcut?: Shortcut;
}

/** A unit that takes a number and says ten times as much; groups wait for `release`. */
function openScenario({ perform = () => undefined, limits = {}, shortcut }: Scenario = {}) {
	const groups: (readonly number[])[] = [];
	const gate = Promise.withResolvers<void>();
	async function work(numbers: readonly number[]): Promise<readonly number[]> {
		groups.push(numbers);
		await gate.promise;
		perform(numbers);
		return numbers.map((number) => number * 10);
	}
	const unit = {
		name: 'tests.multiply',
		work: async (_tx: Transaction, number: number) => (await work([number]))[0] ?? 0,
		invalidates: 'nothing',
		log: undefined,
		travel: 'scalars',
		isOneStatement: true,
		lane: undefined,
		grouped: {
			work: (_tx: Transaction, calls: readonly (readonly [number])[]) => work(calls.map(([number]) => number)),
			lane: (number: number) => (number < 0 ? 'negative' : 'positive'),
			size: (number: number) => number * 1024,
		},
	} as const;
	const shortcuts = new Map(shortcut === undefined ? [] : [[unit.name as string, shortcut]]);
	const run = <T>(_unit: unknown, use: (tx: Transaction) => Promise<T>) => use({} as Transaction);
	const commit = createGroupCommit({ run, shortcuts, waitersMax: 100, waitMsMax: 60_000, ...limits });
	return {
		groups,
		send: (number: number) => commit.run(unit, [number]),
		drain: commit.drain,
		/** Lets groups go through, from now on. */
		release: () => gate.resolve(),
		/** Until nothing happens any more by itself. */
		async untilSettled(): Promise<void> {
			for (let count = 0; count < 10; count += 1) await new Promise((resolve) => setImmediate(resolve));
		},
		async untilGroups(count: number): Promise<void> {
			while (groups.length < count) await new Promise((resolve) => setImmediate(resolve));
		},
	};
}

/** A shortcut that says a hundred times as much, group after group, each when `answer` is called. */
function openShortcut(applies: (numbers: readonly number[]) => boolean = () => true) {
	const sent: (readonly number[])[] = [];
	const gates: (() => void)[] = [];
	const shortcut: Shortcut = (calls: readonly (readonly [number])[]) => {
		const numbers = calls.map(([number]) => number);
		if (!applies(numbers)) return undefined;
		sent.push(numbers);
		const gate = Promise.withResolvers<readonly number[]>();
		gates.push(() => gate.resolve(numbers.map((number) => number * 100)));
		return gate.promise;
	};
	return { shortcut, sent, answer: () => gates.shift()?.() };
}

describe('group commit', () => {
	it('makes one group of the calls that come while another is running, and gives each its own result', async () => {
		const { send, groups, release, untilGroups } = openScenario();
		const first = [send(1), send(2)];
		await untilGroups(1);
		const second = [send(3), send(4), send(5)];
		release();
		assert.deepEqual(await Promise.all([...first, ...second]), [10, 20, 30, 40, 50]);
		assert.deepEqual(groups, [
			[1, 2],
			[3, 4, 5],
		]);
	});

	it('lets calls of another lane run meanwhile', async () => {
		const { send, groups, release, untilGroups } = openScenario();
		const all = [send(1), send(-1)];
		await untilGroups(2);
		assert.deepEqual(groups, [[1], [-1]]);
		release();
		assert.deepEqual(await Promise.all(all), [10, -10]);
	});

	it('runs each call of a group by itself when a statement of the group fails', async () => {
		const { send, groups, release } = openScenario({
			perform(numbers) {
				if (numbers.includes(2)) throw new Error('2 is bad');
			},
		});
		release();
		const outcomes = await Promise.allSettled([1, 2, 3].map(send));
		assert.deepEqual(
			outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
			[10, '2 is bad', 30],
		);
		assert.deepEqual(groups, [[1, 2, 3], [1], [2], [3]]);
	});

	it('repeats nothing when it is not known whether the group was committed', async () => {
		const { send, groups, release } = openScenario({
			perform() {
				throw new FailureError(fail('timed_out').failure);
			},
		});
		release();
		for (const outcome of await Promise.allSettled([1, 2].map(send))) {
			assert(outcome.status === 'rejected' && outcome.reason.failure.code === 'timed_out');
		}
		assert.deepEqual(groups, [[1, 2]]);
	});

	it('makes no group larger than two megabytes, but for a call that is', async () => {
		const { send, groups, release } = openScenario();
		release();
		await Promise.all([1500, 500, 100, 3000, 1].map(send));
		assert.deepEqual(groups, [[1500, 500], [100], [3000], [1]]);
	});

	it('refuses calls beyond those that may wait, and those that have waited for too long', async () => {
		const { send } = openScenario({ limits: { waitersMax: 2, waitMsMax: -1 } });
		const isOverloaded = (error: unknown) => error instanceof FailureError && error.failure.code === 'overloaded';
		const late = Promise.allSettled([send(1), send(2)]);
		await assert.rejects(send(3), isOverloaded);
		for (const outcome of await late) assert(outcome.status === 'rejected' && isOverloaded(outcome.reason));
	});

	it('is drained when nothing waits or runs', async () => {
		const { send, groups, release, drain, untilGroups } = openScenario();
		const first = send(1);
		await untilGroups(1);
		const second = send(2);
		release();
		await drain();
		assert.deepEqual(groups, [[1], [2]]);
		assert.deepEqual(await Promise.all([first, second]), [10, 20]);
	});

	it('takes the shortcut of a unit where it applies, also for a call that is alone', async () => {
		const shortcut: Shortcut = (calls: readonly (readonly [number])[]) => {
			const numbers = calls.map(([number]) => number);
			if (numbers.includes(1)) return undefined;
			return Promise.resolve(numbers.includes(2) ? undefined : numbers.map((number) => number * 100));
		};
		const { send, groups, release } = openScenario({ shortcut });
		release();
		assert.deepEqual([await send(1), await send(2), await send(3)], [10, 20, 300]);
		assert.deepEqual(await Promise.all([send(4), send(5)]), [400, 500]);
		assert.deepEqual(groups, [[1], [2]]);
	});

	it('sends a second group on the shortcut once it has as many calls as the first, and no third one', async () => {
		const { shortcut, sent, answer } = openShortcut();
		const { send, untilSettled } = openScenario({ shortcut });
		const calls = [send(1), send(2)];
		await untilSettled();
		calls.push(send(3));
		await untilSettled();
		assert.deepEqual(sent, [[1, 2]]);
		calls.push(send(4), send(5), send(6));
		await untilSettled();
		const both = [
			[1, 2],
			[3, 4],
		];
		assert.deepEqual(sent, both);
		answer();
		await untilSettled();
		assert.deepEqual(sent, [...both, [5, 6]]);
		answer();
		answer();
		assert.deepEqual(await Promise.all(calls), [100, 200, 300, 400, 500, 600]);
	});

	it('lets what has no shortcut wait for the group before it', async () => {
		const { shortcut, sent, answer } = openShortcut((numbers) => !numbers.includes(2));
		const { send, groups, release, untilSettled } = openScenario({ shortcut });
		release();
		const calls = [send(1)];
		await untilSettled();
		calls.push(send(2));
		await untilSettled();
		assert.deepEqual([sent, groups], [[[1]], []]);
		answer();
		assert.deepEqual(await Promise.all(calls), [100, 20]);
		assert.deepEqual([sent, groups], [[[1]], [[2]]]);
	});

	it('runs each call by itself when a shortcut fails by a statement', async () => {
		const { send, groups, release } = openScenario({ shortcut: () => Promise.reject(new Error('no such column')) });
		release();
		assert.deepEqual(await Promise.all([send(1), send(2)]), [10, 20]);
		assert.deepEqual(groups, [[1], [2]]);
	});
});
