import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextRound } from 'node:timers/promises';
import { waitFor } from '../../../test/support/wait-for.ts';
import { createHintSender } from './hint-sender.ts';

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
