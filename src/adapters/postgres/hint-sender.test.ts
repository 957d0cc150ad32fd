import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { waitFor } from '../../../test/support/wait-for.ts';
import { createHintSender, readHints } from './hint-sender.ts';

/** A connection that is as slow as the test sets. */
function createWire() {
	const sent: string[][] = [];
	let arrived = Promise.withResolvers<void>();
	return {
		sent,
		async send(logs: readonly string[]) {
			sent.push([...logs]);
			await arrived.promise;
		},
		arrive(how: 'well' | 'not') {
			const before = arrived;
			arrived = Promise.withResolvers();
			if (how === 'well') before.resolve();
			else before.reject(new Error('the database is away'));
		},
		/** Resolves when so many hints were sent. */
		until: (count: number) =>
			waitFor(
				`${count} hints`,
				() => sent.length,
				(sentCount) => sentCount >= count,
			),
	};
}

it('a hint is sent at once, and then one for everything noted until it has arrived', async () => {
	const wire = createWire();
	const hints = createHintSender({ send: wire.send, intervalMs: 0 });
	hints.note('items');
	assert.deepEqual(wire.sent, [['items']]);
	for (let count = 0; count < 100; count += 1) hints.note(count % 2 === 0 ? 'events' : 'items');
	assert.equal(wire.sent.length, 1);
	wire.arrive('well');
	await wire.until(2);
	assert.deepEqual(wire.sent, [['items'], ['events', 'items']]);
	wire.arrive('well');
	await hints.close();
	assert.equal(wire.sent.length, 2);
});

it('a lost hint does not prevent later ones', async () => {
	const wire = createWire();
	const hints = createHintSender({ send: wire.send, intervalMs: 0 });
	hints.note('items');
	wire.arrive('not');
	hints.note('events');
	await wire.until(2);
	assert.deepEqual(wire.sent, [['items'], ['events']]);
	wire.arrive('well');
	await hints.close();
});

it('is over when it is closed, whatever the pause that it makes', async () => {
	const wire = createWire();
	const hints = createHintSender({ send: wire.send, intervalMs: 2 ** 31 - 1 });
	hints.note('items');
	wire.arrive('well');
	await nextRound();
	hints.note('events');
	await hints.close();
	hints.note('events');
	assert.deepEqual(wire.sent, [['items']]);
});

const toCall = (number: number) => `00-${number.toString(16).padStart(32, '0')}-${'b'.repeat(16)}-01`;

it('a hint names traced calls that were its reason, a part of them where there are many', async () => {
	const wire = createWire();
	const hints = createHintSender({ send: wire.send, intervalMs: 0 });
	hints.note('items');
	for (let count = 1; count <= 200; count += 1) hints.note('items', toCall(count));
	hints.note('settings');
	hints.note('events', toCall(201));
	wire.arrive('well');
	await wire.until(2);
	const words = wire.sent[1] ?? [];
	assert.equal(words.length, 3 + 32 + 1);
	const read = readHints(words);
	assert.deepEqual([...read.keys()], ['items', 'settings', 'events']);
	assert.deepEqual(read.get('items')?.slice(0, 2), [toCall(1), toCall(2)]);
	assert.deepEqual([read.get('settings'), read.get('events')], [[], [toCall(201)]]);
	wire.arrive('well');
	await hints.close();
});

it('words that nobody knows say nothing', () => {
	const words = [toCall(1), 'later', 'items', 'x'.repeat(55), `${toCall(2)}0`, toCall(3), '', 'events', '__proto__'];
	assert.deepEqual(
		[...readHints(words)],
		[
			['items', [toCall(3)]],
			['events', []],
		],
	);
});
