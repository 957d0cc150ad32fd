import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sampleEngine } from '../../../test/contract/sample-data.ts';
import { blankEvent } from '../../../test/support/blank-event.ts';
import { createListFeed } from '../../../test/support/read-events.ts';
import type { Principal } from '../../domain/account/account.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { type Position, startPosition, toPosition } from '../../domain/log/position.ts';
import { unwrap } from '../../lib/failure.ts';
import type { ChangeFeed } from '../../ports/change-feed.ts';
import { createEventExporter, type EventExportRequest } from './export-events.ts';

const engine = { ...sampleEngine(), indices: [] };
const { hashid } = engine;
const owner: Principal = { accountId: engine.accountId, userCode: 'u', keyId: 'k' };
const always = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

let log: LoggedEvent[];
let readCount: number;
let yieldCount: number;

beforeEach(() => {
	log = Array.from({ length: 10 }, (_, at) => makeEvent(at + 1));
	readCount = 0;
	yieldCount = 0;
});

function makeEvent(serial: number, change: Partial<LoggedEvent> = {}): LoggedEvent {
	return { ...blankEvent, position: toPosition(serial), kind: 'init', hashid, occurredAtMs: serial, ...change };
}

async function open(change: Partial<EventExportRequest> = {}) {
	const feed: ChangeFeed<LoggedEvent> = {
		read(after, countMax) {
			readCount += 1;
			return createListFeed(log).read(after, countMax);
		},
		readEnd: () => createListFeed(log).readEnd(),
	};
	const exporter = createEventExporter({
		events: { log: () => feed },
		searchEngines: { find: async (wanted) => (wanted === hashid ? engine : undefined) },
		async yieldToOthers() {
			yieldCount += 1;
		},
		batchEventsMax: 3,
	});
	return exporter.export(owner, { hashid, after: startPosition, span: always, ...change });
}

async function readSerials(change: Partial<EventExportRequest> = {}): Promise<number[]> {
	const serials: number[] = [];
	for await (const batch of unwrap(await open(change))) {
		assert.ok(batch.length > 0 && batch.length <= 3);
		serials.push(...batch.map(({ position }) => Number(position)));
	}
	return serials;
}

test('the export has what the log had when it began, and lets others work after each batch', async () => {
	const serials: number[] = [];
	for await (const batch of unwrap(await open())) {
		serials.push(...batch.map(({ position }) => Number(position)));
		log.push(makeEvent(log.length + 1));
	}
	assert.deepEqual(serials, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
	assert.ok(yieldCount >= 3);
});

test('nothing is read before it is asked for, nor when the caller has left', async () => {
	const batches = unwrap(await open());
	assert.equal(readCount, 0);
	for await (const _ of batches) break;
	assert.equal(readCount, 1);
});

test('erasures, and what happened at other times, are left out', async () => {
	log[3] = makeEvent(4, { kind: 'erasure' });
	log[8] = makeEvent(9, { occurredAtMs: 5 });
	assert.deepEqual(await readSerials({ span: { startMs: 2, endMs: 7 } }), [2, 3, 5, 6, 9]);
});

test('a position behind the log has nothing after it, one of another store is refused', async () => {
	assert.deepEqual(await readSerials({ after: toPosition(8) }), [9, 10]);
	assert.deepEqual(await readSerials({ after: toPosition(11) }), []);
	for (const after of ['1.2.3', '9'.repeat(20)] as Position[]) {
		const refused = await open({ after });
		assert.deepEqual(!refused.ok && [refused.failure.code, refused.failure.faults?.[0]?.name], ['invalid', 'after']);
	}
	log = [];
	assert.deepEqual(await readSerials({ after: toPosition(8) }), [], 'all events were deleted');
});

test('a search engine of others is refused', async () => {
	const missing = await open({ hashid: 'f'.repeat(32) });
	assert.deepEqual(!missing.ok && missing.failure.code, 'not_found');
});
