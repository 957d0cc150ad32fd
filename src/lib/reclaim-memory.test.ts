import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../../test/support/wait-for.ts';
import { collectReleased, noteReleased } from './reclaim-memory.ts';

it('collects what was let go of, once it adds up', async () => {
	const weak = new WeakRef(new SharedArrayBuffer(1024));
	for (let part = 0; part < 100; part++) noteReleased(1024 * 1024);
	await waitFor('a collection', () => weak.deref() === undefined);
});

it('collects at once where nobody waits', async () => {
	let hold: SharedArrayBuffer | undefined = new SharedArrayBuffer(1024);
	const weak = new WeakRef(hold);
	// What was looked at by its weak reference stays until the end of the turn.
	await setTimeout(0);
	hold = undefined;
	collectReleased(1024);
	assert.notEqual(weak.deref(), undefined, 'not for a kilobyte');
	await setTimeout(0);
	collectReleased(1024 ** 3);
	assert.equal(weak.deref(), hold);
});
