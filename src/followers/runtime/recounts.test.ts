import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createListFeed } from '../../../test/support/read-events.ts';
import { type Position, toPosition } from '../../domain/log/position.ts';
import type { LogCriteria } from '../../ports/event-repository.ts';
import { createRecounts } from './recounts.ts';

function createLog() {
	const events: { readonly position: Position; readonly hashid: string; readonly text: string }[] = [];
	const add = (hashid: string, text: string) => {
		const serial = Number(events.at(-1)?.position ?? 0) + 1;
		events.push({ position: toPosition(serial), hashid, text });
	};
	const log = { log: ({ hashid }: LogCriteria) => createListFeed(events.filter((event) => event.hashid === hashid)) };
	const recounts = createRecounts({
		log,
		create: (): string[] => [],
		count: (texts, { text }) => void texts.push(text),
		eventCountMax: 2,
	});
	return { add, recounts };
}

/** The texts that were counted, with the number of slices that it took. */
async function finish({ recounts }: ReturnType<typeof createLog>, upTo: number) {
	for (let rounds = 1; rounds < 100; rounds++) {
		const done = await recounts.runSlice(toPosition(upTo));
		if (done !== undefined) return { slices: rounds, hashid: done.hashid, texts: done.counts };
	}
	throw new Error('it does not end');
}

test('reads batch by batch, one engine after another, and not beyond what was already counted', async () => {
	const setup = createLog();
	for (const text of ['a', 'b', 'c', 'd']) for (const hashid of ['one', 'two']) setup.add(hashid, text);
	await setup.recounts.begin('one', toPosition(8));
	await setup.recounts.begin('two', toPosition(8));
	assert.deepEqual(await finish(setup, 7), { slices: 3, hashid: 'one', texts: ['a', 'b', 'c', 'd'] });
	assert.deepEqual(await finish(setup, 7), { slices: 2, hashid: 'two', texts: ['a', 'b', 'c'] });
	assert.deepEqual(setup.recounts.hashids(), []);
	assert.equal(await setup.recounts.runSlice(toPosition(8)), undefined);
});

test('an erasure that came after the beginning makes it count once more; one from before does not', async () => {
	const setup = createLog();
	for (const text of ['a', 'b', 'c']) setup.add('one', text);
	await setup.recounts.begin('one', toPosition(1));
	await setup.recounts.begin('one', toPosition(3));
	await finish(setup, 3);
	assert.equal(setup.recounts.has('one'), false);
	await setup.recounts.begin('one', toPosition(3));
	await setup.recounts.runSlice(toPosition(3));
	await setup.recounts.begin('one', toPosition(4));
	await finish(setup, 4);
	assert.ok(setup.recounts.has('one'));
	assert.equal((await finish(setup, 4)).slices, 2);
	assert.equal(setup.recounts.has('one'), false);
});

test('an engine that is gone is not counted', async () => {
	const setup = createLog();
	setup.add('one', 'a');
	await setup.recounts.begin('one', toPosition(1));
	setup.recounts.forget('one');
	assert.equal(await setup.recounts.runSlice(toPosition(1)), undefined);
});

test('a recount that is to begin again stays, where that fails', async () => {
	let isAway = false;
	const feed = createListFeed([{ position: toPosition(1), hashid: 'one', text: 'a' }]);
	const readEnd = () => (isAway ? Promise.reject(new Error('away')) : feed.readEnd());
	const recounts = createRecounts({
		log: { log: () => ({ ...feed, readEnd }) },
		create: (): string[] => [],
		count: (texts, { text }) => void texts.push(text),
		eventCountMax: 2,
	});
	await recounts.begin('one', toPosition(1));
	isAway = true;
	await assert.rejects(recounts.restart('one'));
	assert.ok(recounts.has('one'));
});
