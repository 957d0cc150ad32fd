import assert from 'node:assert/strict';
import { comparePositions, type Position } from '../../src/domain/log/position.ts';
import type { Database } from '../../src/ports/database.ts';
import { readEvents } from './read-events.ts';
import { listRows, readStatistics } from './read-statistics.ts';
import { recountStatistics } from './recount-statistics.ts';
import { waitFor } from './wait-for.ts';

/** Statistics of a search engine are those of a recount of the log up to their watermark. */
export async function assertCounted({ events, statistics }: Database, hashid: string): Promise<void> {
	const { counted, rows } = await waitFor(
		'statistics that are not written while they are read',
		async () => {
			const watermark = await statistics.readWatermark();
			const counted = await readCounted(events, hashid, watermark);
			const people = counted.flatMap(({ sessionId, userId }) => [sessionId ?? '', userId ?? '']);
			const rows = await readStatistics(statistics, hashid, people);
			return { counted, rows, isSteady: (await statistics.readWatermark()) === watermark };
		},
		({ isSteady }) => isSteady,
	);
	assert.deepEqual(listRows(rows), listRows(recountStatistics(counted)));
}

async function readCounted(events: Database['events'], hashid: string, watermark: Position) {
	const log = await readEvents(events);
	return log.filter((event) => event.hashid === hashid && comparePositions(event.position, watermark) <= 0);
}
