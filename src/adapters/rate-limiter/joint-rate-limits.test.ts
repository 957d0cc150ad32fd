import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { RateExchange } from '../../ports/rate-exchange.ts';
import { createJointCounting, joinLimiter } from './joint-rate-limits.ts';
import { createRateLimitMemory, openSharedRateLimiter } from './shared-rate-limiter.ts';

/** Whole milliseconds are whole units of the limiter. */
const rate = { perSecond: 1000 / 256, burst: 5 };
const tokenMs = 1000 / rate.perSecond;

/** What all nodes have spent, in one map, and a clock for all that the test moves. */
function createWorld() {
	const clock = { nowMs: 1000 };
	const fullAtMs = new Map<string, number>();
	const exchange: RateExchange = {
		isAlone: () => false,
		exchange: async (spendings) =>
			spendings.map(({ name, costMs, missingMsMax }) => {
				const before = Math.max(0, (fullAtMs.get(name) ?? 0) - clock.nowMs);
				const missing = Math.min(before + costMs, missingMsMax);
				fullAtMs.set(name, clock.nowMs + missing);
				return missing;
			}),
		close: async () => undefined,
	};
	return { clock, exchange, bucketCount: () => fullAtMs.size };
}

type World = ReturnType<typeof createWorld>;

function openNode({ clock, exchange }: World, nodeCount: number) {
	const debtMax = (nodeCount - 1) * rate.burst;
	const shared = openSharedRateLimiter({
		...{ ...rate, debtMax, memory: createRateLimitMemory(8), seed: 7, monotonicMs: () => clock.nowMs },
	});
	let spent = new Map<string, number>();
	const note = (_: string, key: string, tokenCount: number) => void spent.set(key, (spent.get(key) ?? 0) + tokenCount);
	const limiter = joinLimiter('pages', shared, { note, stop: () => undefined });
	const deliver = createJointCounting({
		...{ exchange, limiters: new Map([['pages', shared]]), toName: (name: string, key: string) => `${name} ${key}` },
	});
	return {
		spend: limiter.spend,
		untold: () => spent.get('key') ?? 0,
		async tell() {
			const told = spent;
			spent = new Map();
			await deliver(new Map([['pages', told]]));
		},
	};
}

describe('a rate limit of several nodes', () => {
	it('has no token on a node where another one has spent all, once that is known', async () => {
		const world = createWorld();
		const [first, second] = [openNode(world, 2), openNode(world, 2)];
		for (let count = 0; count < rate.burst; count += 1) assert.equal(first.spend('key'), 0);
		await first.tell();
		assert.equal(second.spend('key'), 0, 'it has not heard of it');
		await second.tell();
		// The debt of one token, and the next one.
		assert.equal(second.spend('key'), (2 * tokenMs) / 1000);
		assert.equal(second.spend('another key'), 0);
	});

	it('has what was spent beyond it paid back', async () => {
		const world = createWorld();
		const nodes = [openNode(world, 3), openNode(world, 3), openNode(world, 3)];
		let admitted = 0;
		for (const node of nodes) while (node.spend('key') === 0) admitted += 1;
		assert.equal(admitted, 3 * rate.burst);
		// Twice: the first node has not heard of the others.
		for (const node of [...nodes, ...nodes]) await node.tell();
		world.clock.nowMs += 2 * rate.burst * tokenMs;
		for (const node of nodes) await node.tell();
		assert(nodes[2] && nodes[2].spend('key') > 0, 'the last one knows all of the debt');
	});

	it('admits no more than one bucket and what each had not told of, and no less than one that loses what comes back of a call until it is told', async () => {
		const action = fc.record({
			node: fc.integer({ min: 0, max: 2 }),
			kind: fc.constantFrom('spend', 'spend', 'spend', 'tell'),
			pauseMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1200 })),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(action, { maxLength: 300 }), async (actions) => {
				const world = createWorld();
				const nodes = [openNode(world, 3), openNode(world, 3), openNode(world, 3)];
				const startMs = world.clock.nowMs;
				let admitted = 0;
				/** The most that each node has not told of at any time. */
				const untoldMax = nodes.map(() => 0);
				/** One bucket in which the others count from when it is told what each node has spent; it may be in debt. */
				let missingMs = 0;
				const firstUntoldMs = new Map<number, number>();
				for (const { node: index, kind, pauseMs } of actions) {
					world.clock.nowMs += pauseMs;
					missingMs = Math.max(0, missingMs - pauseMs);
					const node = nodes[index];
					assert(node);
					if (kind === 'tell') {
						const untoldMs = world.clock.nowMs - (firstUntoldMs.get(index) ?? world.clock.nowMs);
						missingMs += Math.min(untoldMs, node.untold() * tokenMs);
						firstUntoldMs.delete(index);
						await node.tell();
					} else if (node.spend('key') === 0) {
						admitted += 1;
						missingMs += tokenMs;
						firstUntoldMs.set(index, firstUntoldMs.get(index) ?? world.clock.nowMs);
					} else {
						assert(missingMs + tokenMs > rate.burst * tokenMs, 'one bucket had a token');
					}
					untoldMax[index] = Math.max(untoldMax[index] ?? 0, node.untold());
					const untold = untoldMax.reduce((sum, tokenCount) => sum + tokenCount);
					const bucket = rate.burst + (world.clock.nowMs - startMs) / tokenMs;
					assert(admitted <= bucket + untold, `${admitted} of ${bucket}, ${untold} untold`);
				}
			}),
		);
	});

	it('that is off asks nobody', async () => {
		const world = createWorld();
		const memory = createRateLimitMemory(8);
		const off = openSharedRateLimiter({ memory, seed: 1, perSecond: 0, burst: 0, monotonicMs: () => 0 });
		const limiter = joinLimiter('pages', off, { note: () => assert.fail('it tells'), stop: () => undefined });
		assert.equal(limiter.spend('key'), 0);
		assert.equal(world.bucketCount(), 0);
	});

	it('counts by itself while the node is alone', async () => {
		const world = createWorld();
		const alone: RateExchange = { ...world.exchange, isAlone: () => true, exchange: () => assert.fail('it tells') };
		const node = openNode({ ...world, exchange: alone }, 2);
		for (let count = 0; count < rate.burst; count += 1) assert.equal(node.spend('key'), 0);
		await node.tell();
		assert.equal(node.spend('key'), tokenMs / 1000);
	});
});
