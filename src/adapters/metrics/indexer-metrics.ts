/** What the indexer of a zone measures; where it is not in this process, what a scrape reads of the indexes. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { type WatchedGauges, watchZones } from './watched-gauges.ts';

export interface IndexesBuilding {
	readonly buildingCount: number;
	readonly failingCount: number;
	readonly writesIndexed: number;
	readonly writesWanted: number;
}

interface SnapshotMeasure {
	readonly kind: 'snapshot';
	readonly outcome: string;
	readonly byteCount: number;
}

/** Lags are separate for live and for temporary indices. */
interface IndexerStatus {
	readonly kind: 'status';
	readonly memoryBytes: number;
	readonly indexCount: number;
	readonly leftEngineCount: number;
	readonly live: { readonly writeCount: number; readonly ms: number };
	readonly temporary: { readonly writeCount: number; readonly ms: number };
	readonly building: IndexesBuilding;
}

export type IndexerMeasure =
	| SnapshotMeasure
	| IndexerStatus
	| { readonly kind: 'refresh' | 'merge'; readonly durationMs: number };

/** A zone that is watched has no value while its indexes cannot be read. */
export interface IndexerMetrics extends WatchedGauges<IndexesBuilding> {
	note(zone: string, measure: IndexerMeasure): void;
}

export function createIndexerMetrics(registry: Registry): IndexerMetrics {
	const registers = [registry];
	const gauge = (name: string, help: string, labelNames: string[]) =>
		new Gauge({ name: `vitrine_search_index_${name}`, help, labelNames, registers });
	const bytes = gauge('resident_bytes', 'Search indexes in memory', ['zone']);
	const count = gauge('resident_count', 'Search indexes in memory', ['zone']);
	const left = gauge('left_engines', 'Search engines that are not followed, as nobody asks for them', ['zone']);
	const lagWrites = gauge('lag_writes', 'Writes that searches cannot find yet', ['zone', 'kind']);
	const lagSeconds = gauge('lag_seconds', 'How long writes have been waiting to be found', ['zone', 'kind']);
	const building = gauge('building_count', 'Search indexes that are not searched before they are whole', ['zone']);
	const failing = gauge('failing_count', 'Search indexes that could not be built several times in a row', ['zone']);
	const missing = gauge('building_writes_missing', 'Writes that the indexes being built have yet to take in', ['zone']);
	const work = new Histogram({
		name: 'vitrine_search_index_work_seconds',
		help: 'Refreshes, which make writes visible, and merges of segments',
		labelNames: ['zone', 'work'],
		buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10, 30],
		registers,
	});
	const observeSnapshot = createSnapshotMetrics(registry);

	function setBuilding(zone: string, state: IndexesBuilding | undefined): void {
		if (state === undefined) {
			for (const each of [building, failing, missing]) each.remove({ zone });
			return;
		}
		building.labels(zone).set(state.buildingCount);
		failing.labels(zone).set(state.failingCount);
		missing.labels(zone).set(state.writesWanted - state.writesIndexed);
	}

	function noteStatus(zone: string, status: IndexerStatus): void {
		bytes.labels(zone).set(status.memoryBytes);
		count.labels(zone).set(status.indexCount);
		left.labels(zone).set(status.leftEngineCount);
		setBuilding(zone, status.building);
		for (const kind of ['live', 'temporary'] as const) {
			lagWrites.labels(zone, kind).set(status[kind].writeCount);
			lagSeconds.labels(zone, kind).set(status[kind].ms / 1000);
		}
	}

	function note(zone: string, measure: IndexerMeasure): void {
		if (measure.kind === 'snapshot') observeSnapshot(zone, measure);
		else if (measure.kind === 'status') noteStatus(zone, measure);
		else work.labels(zone, measure.kind).observe(measure.durationMs / 1000);
	}

	return { note, ...watchZones(setBuilding) };
}

/** Without a value until there is a snapshot, which there never is without a place for them. */
function createSnapshotMetrics(registry: Registry): (zone: string, measure: SnapshotMeasure) => void {
	const registers = [registry];
	const labelNames = ['zone', 'outcome'];
	const count = new Counter({
		name: 'vitrine_search_index_snapshots_total',
		help: 'Snapshots of search indexes, by what became of them',
		...{ labelNames, registers },
	});
	const bytes = new Counter({
		name: 'vitrine_search_index_snapshot_bytes_total',
		help: 'Bytes of snapshots that were taken, and that were new when they were published',
		...{ labelNames, registers },
	});
	return (zone, { outcome, byteCount }) => {
		count.labels(zone, outcome).inc();
		if (byteCount > 0) bytes.labels(zone, outcome).inc(byteCount);
	};
}
