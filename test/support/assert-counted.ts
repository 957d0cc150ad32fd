import assert from 'node:assert/strict';
import { comparePositions } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { readEvents } from './read-events.ts';
import { listRows, readStatistics } from './read-statistics.ts';
import { recountStatistics } from './recount-statistics.ts';

/** Statistics of a search engine are those of a recount of the log up to their watermark. */
export async function assertCounted({ events, statistics }: Database, hashid: string): Promise<void> {
	const watermark = await statistics.readWatermark();
	const log = await readEvents(events);
	const counted = log.filter((event) => event.hashid === hashid && comparePositions(event.position, watermark) <= 0);
	const people = counted.flatMap(({ sessionId, userId }) => [sessionId ?? '', userId ?? '']);
	const rows = listRows(await readStatistics(statistics, hashid, people));
	assert.deepEqual(rows, listRows(recountStatistics(counted)));
}
