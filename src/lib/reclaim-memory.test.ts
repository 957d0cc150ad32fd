import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { noteReleased } from './reclaim-memory.ts';

it('collects what was let go of, once it adds up', { timeout: 10_000 }, async () => {
	const weak = new WeakRef(new SharedArrayBuffer(1024));
	for (let part = 0; part < 100; part++) noteReleased(1024 * 1024);
	while (weak.deref() !== undefined) await setTimeout(5);
	assert.equal(weak.deref(), undefined);
});
