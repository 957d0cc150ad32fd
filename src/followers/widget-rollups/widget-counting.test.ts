import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heldLease as lease } from '../../../test/support/settable-lease.ts';
import { toPosition } from '../../domain/log/position.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import { startWidgetCounting } from './widget-counting.ts';

function toLog(readEnd: () => number): ChangeFeed<never> {
	return { read: () => assert.fail('the store reads for itself'), readEnd: async () => toPosition(readEnd()) };
}

test('events are counted step by step, and the writer is not called when there is nothing new', async () => {
	const log = { lastSerial: 2500, countedSerial: 0 };
	const counted: number[] = [];
	const ended = Promise.withResolvers<void>();
	const counting = startWidgetCounting({
		events: {
			log: () => toLog(() => log.lastSerial),
			async countWidgetEvents(eventCountMax) {
				log.countedSerial = Math.min(log.lastSerial, log.countedSerial + eventCountMax);
				counted.push(log.countedSerial);
				if (log.countedSerial === log.lastSerial) ended.resolve();
				return toPosition(log.countedSerial);
			},
		},
		lease,
		onFailure: ended.reject,
	});
	await ended.promise;
	await counting.stop();
	assert.deepEqual(counted, [1000, 2000, 2500]);
});

test('an empty log is not counted, and a failure is reported', async () => {
	const failed = Promise.withResolvers<unknown>();
	const polled = Promise.withResolvers<void>();
	const counting = startWidgetCounting({
		events: {
			log: () =>
				toLog(() => {
					polled.resolve();
					return 0;
				}),
			countWidgetEvents: () => assert.fail('there is nothing to count'),
		},
		lease,
		onFailure: failed.resolve,
	});
	await polled.promise;
	await counting.stop();

	const failing = startWidgetCounting({
		events: {
			log: () => toLog(() => 1),
			async countWidgetEvents() {
				throw new Error('disk full');
			},
		},
		lease,
		onFailure: failed.resolve,
	});
	assert.match(String(await failed.promise), /disk full/);
	await failing.stop();
});
