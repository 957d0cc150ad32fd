import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FailureError, fail } from './failure.ts';
import { type Graced, readOrStay } from './grace.ts';

const away = new FailureError(fail('unavailable').failure);

function createWorld() {
	const world = { nowMs: 20_000, readCount: 0, staleCount: 0, isCurrent: true, failure: away as Error | undefined };
	const known: Graced = { readAtMs: 19_000, retryAtMs: 0 };
	const countStale = () => {
		world.staleCount += 1;
	};
	const ask = (whileReading: () => void = () => undefined) =>
		readOrStay({
			known,
			isCurrent: () => world.isCurrent,
			async read() {
				world.readCount += 1;
				whileReading();
				if (world.failure !== undefined) throw world.failure;
				return { readAtMs: world.nowMs, retryAtMs: 0 };
			},
			monotonicMs: () => world.nowMs,
			grace: { graceMsMax: 10_000, onStale: countStale },
		});
	return { world, known, ask };
}

test('while the store is away, what is known stands, and the store is asked once a second', async () => {
	const { world, known, ask } = createWorld();
	for (let count = 0; count < 3; count += 1) assert.equal(await ask(), known);
	assert.deepEqual([world.readCount, world.staleCount], [1, 3]);
	world.nowMs += 1_000;
	assert.equal(await ask(), known);
	assert.equal(world.readCount, 2);
	world.nowMs += 1_000;
	world.failure = undefined;
	assert.notEqual(await ask(), known);
	assert.equal(world.staleCount, 4);
});

test('nothing stands that is too old, has changed before or meanwhile, or was never known, and no mistake is hidden', async () => {
	const { world, ask } = createWorld();
	await assert.rejects(askFirst(), away);
	world.isCurrent = false;
	await assert.rejects(ask(), away);
	world.isCurrent = true;
	await assert.rejects(
		ask(() => {
			world.isCurrent = false;
		}),
		away,
	);
	world.isCurrent = true;
	world.failure = new TypeError('a mistake');
	await assert.rejects(ask(), TypeError);
	world.failure = away;
	world.nowMs += 10_000;
	await assert.rejects(ask(), away);
	assert.equal(world.staleCount, 0);

	function askFirst() {
		return readOrStay({
			...{ known: undefined, isCurrent: () => true, monotonicMs: () => world.nowMs },
			read: () => Promise.reject(away),
			grace: { graceMsMax: 10_000, onStale: () => undefined },
		});
	}
});
