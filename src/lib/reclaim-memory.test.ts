import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { waitFor } from '../../test/support/wait-for.ts';
import { collectAtRest, collectReleased, noteReleased, release } from './reclaim-memory.ts';

it('collects released memory once enough adds up', async () => {
	const weak = new WeakRef(new SharedArrayBuffer(1024));
	for (let part = 0; part < 100; part++) noteReleased(1024 * 1024);
	await waitFor('a collection', () => weak.deref() === undefined);
});

it('collects at once in threads without waiting callers', async () => {
	let hold: SharedArrayBuffer | undefined = new SharedArrayBuffer(1024);
	const weak = new WeakRef(hold);
	// A dereferenced weak reference keeps its target until the end of the event loop round.
	await setTimeout(0);
	hold = undefined;
	collectReleased(1024);
	assert.notEqual(weak.deref(), undefined, 'not for a kilobyte');
	await setTimeout(0);
	collectReleased(1024 ** 3);
	assert.equal(weak.deref(), hold);
});

it('collects when the thread is idle after work that left garbage', async () => {
	const weak = new WeakRef({ text: 'garbage' });
	collectAtRest(10);
	// V8 collects by itself during allocations, so these happen before the thread is idle.
	const kept = Array.from({ length: 400_000 }, (_, at) => ({ at }));
	await waitFor('a collection', () => weak.deref() === undefined);
	assert.equal(kept.length, 400_000);
});

it('frees bytes that have their memory to themselves, and no others', () => {
	const alone = Buffer.allocUnsafeSlow(64);
	const whole = Buffer.from('a whole and a part of it');
	const part = new Uint8Array(whole.buffer, whole.byteOffset, 5);
	release(alone);
	release(part);
	assert.equal(alone.length, 0);
	assert.equal(part.length, 5);
});
