import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chooseLength } from '../../test/support/test-length.ts';
import { type ClickLog, createClickLog, type SessionHandle } from './click-log.ts';
import { restoreClickLog, toClickLogBytes } from './click-log-snapshot.ts';
import { SnapshotError } from './snapshot-bytes.ts';

const limits = { clicksMax: 12, itemsMax: 6 };

/** Clicks as [session number, item]: few of each, so that sessions interleave, end and come back. */
const clicks = fc.array(fc.tuple(fc.nat(4), fc.nat(limits.itemsMax - 1)), { maxLength: 60 });

/** Appends the clicks; `handles` keeps the sessions between calls. */
function feed(
	log: ClickLog,
	stream: readonly (readonly [number, number])[],
	handles = new Map<number, SessionHandle>(),
) {
	for (const [session, item] of stream) handles.set(session, log.append(item, handles.get(session)));
	return handles;
}

/** The clicks on each item, newest first, read from the links of the log: item → items that followed in the session. */
function readFollowers(log: ClickLog): number[][][] {
	const { newestOfItem, olderOfItem, newerInSession, itemOf } = log.arrays;
	return Array.from({ length: limits.itemsMax }, (_, item) => {
		const clicksOfItem: number[][] = [];
		let slot = newestOfItem[item] ?? -1;
		for (let left = log.support(item); left > 0; left -= 1) {
			const after: number[] = [];
			for (let at = newerInSession[slot] ?? -1; at >= 0; at = newerInSession[at] ?? -1) after.push(itemOf[at] ?? -1);
			clicksOfItem.push(after);
			slot = olderOfItem[slot] ?? -1;
		}
		return clicksOfItem;
	});
}

/** The same computed from the last clicks as a list: slow and simple. */
function scanFollowers(stream: readonly (readonly [number, number])[]): number[][][] {
	const live = stream.slice(-limits.clicksMax);
	return Array.from({ length: limits.itemsMax }, (_, item) =>
		live
			.map(([session, clicked], at) => ({ session, clicked, at }))
			.filter(({ clicked }) => clicked === item)
			.map(({ session, at }) => live.slice(at + 1).flatMap(([other, next]) => (other === session ? [next] : [])))
			.reverse(),
	);
}

describe('click log', () => {
	it('links the clicks of two sessions as drawn in its documentation', () => {
		const log = createClickLog({ clicksMax: 10, itemsMax: 10 });
		const first = log.append(7);
		const second = log.append(4);
		log.append(4, first);
		log.append(9, second);
		log.append(7, first);
		log.append(7, second);
		assert.deepEqual(log.itemsOf(first), [7, 4, 7]);
		assert.deepEqual(log.itemsOf(second), [4, 9, 7]);
		assert.deepEqual([...log.arrays.newerInSession.subarray(0, 6)], [2, 3, 4, 5, -1, -1]);
		assert.deepEqual([...log.arrays.olderInSession.subarray(0, 6)], [-1, -1, 0, 1, 2, 3]);
		assert.deepEqual([...log.arrays.olderOfItem.subarray(0, 6)], [-1, -1, 1, -1, 0, 4]);
		assert.deepEqual(
			[7, 4, 9].map((item) => log.arrays.newestOfItem[item]),
			[5, 2, 3],
		);
	});

	it('holds exactly the last clicks, whatever the order of sessions and items', () => {
		fc.assert(
			fc.property(clicks, (stream) => {
				const log = createClickLog(limits);
				const handles = feed(log, stream);
				assert.deepEqual(readFollowers(log), scanFollowers(stream));
				const live = stream.slice(-limits.clicksMax);
				assert.equal(log.counters.clicks, live.length);
				for (const [number, handle] of handles) {
					const expected = live.flatMap(([session, item]) => (session === number ? [item] : []));
					assert.deepEqual(log.itemsOf(handle), expected);
				}
			}),
			{ numRuns: chooseLength(120, 500) },
		);
	});

	it('is restored from its bytes and continues the same sessions', () => {
		fc.assert(
			fc.property(clicks, clicks, (before, after) => {
				const log = createClickLog(limits);
				const handles = feed(log, before);
				const restored = restoreClickLog(limits, toClickLogBytes(log));
				feed(restored, after, new Map(handles));
				feed(log, after, handles);
				assert.deepEqual(toClickLogBytes(restored), toClickLogBytes(log));
			}),
		);
	});

	it('rejects bytes that are damaged anywhere, truncated or made for other limits', () => {
		const log = createClickLog({ clicksMax: 4, itemsMax: 4 });
		feed(log, [
			[0, 1],
			[0, 2],
		]);
		const bytes = toClickLogBytes(log);
		for (let at = 0; at < bytes.length; at += 1) {
			const damaged = bytes.slice();
			damaged[at] = (damaged[at] ?? 0) ^ 1;
			assert.throws(() => restoreClickLog(log.limits, damaged), SnapshotError, `byte ${at}`);
			assert.throws(() => restoreClickLog(log.limits, bytes.subarray(0, at)), SnapshotError, `cut at ${at}`);
		}
		assert.throws(() => restoreClickLog({ clicksMax: 5, itemsMax: 4 }, bytes), SnapshotError);
	});

	it("gives an evicted session a new handle instead of another session's clicks", () => {
		const log = createClickLog({ clicksMax: 2, itemsMax: 9 });
		const forgotten = log.append(1);
		log.append(2);
		const other = log.append(3);
		assert.deepEqual(log.itemsOf(forgotten), []);
		const renewed = log.append(4, forgotten);
		assert.notEqual(renewed, forgotten);
		assert.deepEqual(log.itemsOf(other), [3]);
		assert.deepEqual(log.itemsOf(renewed), [4]);
	});

	it('grows to a limit that is not a power of two without losing a click', () => {
		const log = createClickLog({ clicksMax: 2500, itemsMax: 10 });
		let session: SessionHandle | undefined;
		for (let n = 0; n < 2500; n += 1) session = log.append(n % 10, session);
		assert.equal(log.counters.clicks, 2500);
		assert.deepEqual(log.itemsOf(session ?? -1).slice(0, 12), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1]);
	});

	it('stays within its memory under very many clicks of short sessions', () => {
		const log = createClickLog({ clicksMax: 10_000, itemsMax: 1000 });
		const bytes: number[] = [];
		let session: SessionHandle | undefined;
		for (let n = 0; n < chooseLength(400_000, 2_000_000); n += 1) {
			session = log.append((n * 7919) % 1000, n % 3 === 0 ? undefined : session);
			if (n === 100_000) bytes.push(log.byteCount());
		}
		assert.deepEqual(bytes, [log.byteCount()]);
		assert.ok(log.byteCount() < 10_000 * 40);
		assert.equal(log.counters.clicks, 10_000);
	});

	it('rejects items out of range', () => {
		const log = createClickLog(limits);
		for (const item of [-1, 6, 1.5, Number.NaN]) assert.throws(() => log.append(item));
	});
});
