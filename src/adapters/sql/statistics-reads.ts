/** Reads of statistics: for reports, and for the follower that counts. */

import type { Position } from '../../domain/log/position.ts';
import { startPosition } from '../../domain/log/position.ts';
import type { FactTableName } from '../../domain/statistics/fact-table.ts';
import type {
	BuildState,
	FactPart,
	StatisticsCounting,
	StatisticsReads as StatisticsReports,
} from '../../ports/statistics-repository.ts';
import { defineBatchQuery, defineRows } from './batch-query.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import type { StatisticsWrites } from './statistics-steps.ts';

export type StatisticsReads = StatisticsReports & Omit<StatisticsCounting, keyof StatisticsWrites>;

const findLive = defineQuery((db, args: { hashid: string }) =>
	db
		.selectFrom('statistics_build')
		.innerJoin('statistics_watermark', (join) => join.on('statistics_watermark.id', '=', 1))
		.select(['statistics_build.id', 'statistics_watermark.position'])
		.where('hashid', '=', args.hashid)
		.where('state', '=', 'live'),
);

const findWatermark = defineQuery((db) => db.selectFrom('statistics_watermark').select('position').where('id', '=', 1));

const stateColumns = ['id', 'hashid', 'name_count', 'part_count', 'newest_day', 'attribution_hours'] as const;

const hashidRows = defineRows<{ readonly hashid: string }>({ hashid: 'text' });

const listLive = defineBatchQuery(hashidRows, (db) =>
	db
		.selectFrom('statistics_build')
		.select(stateColumns)
		.where('state', '=', 'live')
		.where('hashid', 'in', ({ selectFrom }) => selectFrom('input').select('input.hashid')),
);

const findBuilding = defineQuery((db) =>
	db
		.selectFrom('statistics_build')
		.select([...stateColumns, 'position'])
		.where('state', '=', 'building')
		.orderBy('hashid')
		.limit(1),
);

const keyRows = defineRows<{ readonly key: string }>({ key: 'text' });

const listSessions = defineBatchQuery(keyRows, (db, args: { buildId: number }) =>
	db
		.selectFrom('statistics_session')
		.select(['session_key', 'events'])
		.where('build_id', '=', args.buildId)
		.where('session_key', 'in', ({ selectFrom }) => selectFrom('input').select('input.key')),
);

const listIds = defineBatchQuery(keyRows, (db, args: { buildId: number }) =>
	db
		.selectFrom('statistics_name')
		.select(['id', 'name'])
		.where('build_id', '=', args.buildId)
		.where('name', 'in', ({ selectFrom }) => selectFrom('input').select('input.key')),
);

const idRows = defineRows<{ readonly id: number }>({ id: 'integer' });

const listNames = defineBatchQuery(idRows, (db, args: { buildId: number }) =>
	db
		.selectFrom('statistics_name')
		.select(['id', 'name'])
		.where('build_id', '=', args.buildId)
		.where('id', 'in', ({ selectFrom }) => selectFrom('input').select('input.id')),
);

type DayArguments = { readonly buildId: number; readonly table: FactTableName; readonly day: number };

const listSizes = defineQuery((db, args: DayArguments) =>
	db
		.selectFrom('statistics_part')
		.select(['number', 'byte_count as byteCount'])
		.where('build_id', '=', args.buildId)
		.where('fact_table', '=', args.table)
		.where('day', '=', args.day),
);

const listByNumber = defineBatchQuery(idRows, (db, args: DayArguments) =>
	db
		.selectFrom('statistics_part')
		.select(['day', 'number', 'bytes'])
		.where('build_id', '=', args.buildId)
		.where('fact_table', '=', args.table)
		.where('day', '=', args.day)
		.where('number', 'in', ({ selectFrom }) => selectFrom('input').select('input.id')),
);

type RangeArguments = {
	readonly buildId: number;
	readonly table: FactTableName;
	readonly firstDay: number;
	readonly lastDay: number;
};

const listDaySizes = defineQuery((db, args: RangeArguments) =>
	db
		.selectFrom('statistics_part')
		.select(['day', ({ fn }) => fn.sum<number>('byte_count').as('byteCount')])
		.where('build_id', '=', args.buildId)
		.where('fact_table', '=', args.table)
		.where('day', '>=', args.firstDay)
		.where('day', '<=', args.lastDay)
		.groupBy('day')
		.orderBy('day'),
);

const listOfDays = defineQuery((db, args: RangeArguments) =>
	db
		.selectFrom('statistics_part')
		.select(['day', 'number', 'bytes'])
		.where('build_id', '=', args.buildId)
		.where('fact_table', '=', args.table)
		.where('day', '>=', args.firstDay)
		.where('day', '<=', args.lastDay)
		.orderBy('day'),
);

const listNumbersOfDays = defineQuery((db, args: RangeArguments) =>
	db
		.selectFrom('statistics_part')
		.select(['day', 'number'])
		.where('build_id', '=', args.buildId)
		.where('fact_table', '=', args.table)
		.where('day', '>=', args.firstDay)
		.where('day', '<=', args.lastDay)
		.orderBy('day')
		.orderBy('number'),
);

export function createStatisticsReads(connection: SqlReader): StatisticsReads {
	return {
		async findBuild(hashid) {
			const row = await connection.first(findLive, { hashid });
			return row && { id: row.id, countedUpTo: row.position };
		},
		async listParts({ buildId, table, firstDay, lastDay, bytesMax }) {
			const sizes = await connection.all(listDaySizes, { buildId, table, firstDay, lastDay });
			let byteCount = 0;
			const next = sizes.findIndex((size, index) => {
				byteCount += Number(size.byteCount);
				return byteCount > bytesMax && index > 0;
			});
			const nextDay = next < 0 ? null : (sizes[next]?.day ?? null);
			const range = { buildId, table, firstDay, lastDay: nextDay === null ? lastDay : nextDay - 1 };
			const parts = sizes.length === 0 ? [] : await connection.all(listOfDays, range);
			return { parts, nextDay };
		},
		listPartNumbers: (range) => connection.all(listNumbersOfDays, { ...range }),
		async findNames(buildId, ids) {
			const rows = await connection.allBatch(
				listNames,
				ids.map((id) => ({ id })),
				{ buildId },
			);
			return new Map(rows.map(({ id, name }) => [id, name]));
		},
		async findNameIds(buildId, names) {
			const rows = await connection.allBatch(
				listIds,
				names.map((key) => ({ key })),
				{ buildId },
			);
			return new Map(rows.map(({ id, name }) => [name, id]));
		},
		readWatermark: async (): Promise<Position> =>
			(await connection.first(findWatermark, {}))?.position ?? startPosition,
		async findLiveBuilds(hashids) {
			const rows = await connection.allBatch(
				listLive,
				hashids.map((hashid) => ({ hashid })),
				{},
			);
			return new Map(rows.map((row) => [row.hashid, toBuildState(row)]));
		},
		async findRebuild() {
			const row = await connection.first(findBuilding, {});
			return row && { ...toBuildState(row), position: row.position };
		},
		async findSessions(buildId, keys) {
			const rows = await connection.allBatch(
				listSessions,
				keys.map((key) => ({ key })),
				{ buildId },
			);
			return new Map(rows.map((row) => [row.session_key, row.events]));
		},
		listPartSizes: (of) => connection.all(listSizes, { ...of }),
		async findParts(of, numbers): Promise<readonly FactPart[]> {
			return connection.allBatch(
				listByNumber,
				numbers.map((id) => ({ id })),
				{ ...of },
			);
		},
	};
}

interface StateRow {
	readonly id: number;
	readonly hashid: string;
	readonly name_count: number;
	readonly part_count: number;
	readonly newest_day: number;
	readonly attribution_hours: number;
}

export function toBuildState(row: StateRow): BuildState {
	const { id, hashid, name_count: nameCount, part_count: partCount, newest_day: newestDay } = row;
	return { id, hashid, nameCount, partCount, newestDay, attributionHours: row.attribution_hours };
}
