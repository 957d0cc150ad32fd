import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLifeCycle, type LifeState } from './life-cycle.ts';

function walk(...states: readonly LifeState[]): LifeState {
	const life = createLifeCycle();
	for (const state of states) life.to(state);
	return life.state;
}

test('a follower starts, catches up, follows, backs off and stops', () => {
	assert.equal(walk(), 'starting');
	assert.equal(
		walk('catching_up', 'following', 'following', 'catching_up', 'backing_off', 'catching_up'),
		'catching_up',
	);
	assert.equal(walk('backing_off', 'starting', 'catching_up', 'stopping', 'stopped'), 'stopped');
});

test('nothing else is allowed: what has stopped does not start, and nothing stops without its last checkpoints', () => {
	assert.throws(() => walk('following'), /starting cannot be following/);
	assert.throws(() => walk('stopping', 'catching_up'), /stopping cannot be catching_up/);
	assert.throws(() => walk('catching_up', 'stopped'), /catching_up cannot be stopped/);
	assert.throws(() => walk('stopping', 'stopped', 'starting'), /stopped cannot be starting/);
	assert.throws(() => walk('catching_up', 'backing_off', 'following'), /backing_off cannot be following/);
});
