import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startPosition } from '../../domain/log/position.ts';
import type { FollowerDefinition, FollowerOptions } from './follower-definition.ts';
import { createFollowerState, evict } from './follower-state.ts';
import type { FollowedStream } from './open-streams.ts';

/** A follower that was not started, with so many streams of one byte in memory, and room for none of them. */
function createFull(streamCount: number) {
	const idle = new Set<number>();
	let callCount = 0;
	const state = createFollowerState<number, number, FollowedStream<number>, never>({
		openBytesMax: 0,
		checkpoints: { delayMs: 0, atOnceMax: 1 },
		timing: { nowMs: () => 0, random: () => 0 },
	} as unknown as FollowerOptions<number>);
	state.definition = {
		isIdle({ key }: FollowedStream<number>) {
			callCount += 1;
			return idle.has(key);
		},
		closed: () => undefined,
	} as unknown as FollowerDefinition<number, number, FollowedStream<number>, never>;
	for (let key = 0; key < streamCount; key += 1) state.streams.put({ key, position: startPosition, byteCount: 1 });
	return { state, idle, readCallCount: () => callCount };
}

it('looks at a hundred streams that cannot leave memory in one step, and goes on behind them in the next', () => {
	const { state, idle, readCallCount } = createFull(1_000);
	evict(state);
	assert.equal(readCallCount(), 100);
	idle.add(950);
	for (let step = 2; step <= 10; step += 1) evict(state);
	assert.equal(state.streams.get(950), undefined);
	assert.equal(state.streams.count, 999);
});

it('finds a stream that can leave memory in the next step, wherever the last one ended', () => {
	const { state, idle } = createFull(150);
	evict(state);
	idle.add(20);
	evict(state);
	assert.equal(state.streams.get(20), undefined);
});

it('frees all that can leave memory in one step, but not the last', () => {
	const { state, idle } = createFull(1_000);
	for (let key = 0; key < 1_000; key += 1) idle.add(key);
	evict(state);
	assert.equal(state.streams.count, 1);
	assert(state.streams.get(999), 'the one that was used last');
});
