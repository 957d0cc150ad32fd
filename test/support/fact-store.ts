/** Rows of facts in memory, with their names as texts: what reports read, without the follower that counts events. */
import assert from 'node:assert/strict';
import { dayMs } from '../../src/domain/event/utc-day.ts';
import { startPosition } from '../../src/domain/log/position.ts';
import {
	type FactRow,
	type FactTable,
	type FactTableName,
	factTables,
} from '../../src/domain/statistics/fact-table.ts';
import type { Database } from '../../src/ports/database.ts';
import type { FactPart, StatisticsReads } from '../../src/ports/statistics-repository.ts';
import { createFactSums } from '../../src/statistics/fact-sums.ts';

/** As `FactRow`, with texts for names, and a moment for its quarter; dimensions that are left out are 0. */
export type TextRow<Name extends FactTableName> = {
	readonly [Column in Exclude<keyof FactRow<Name>, 'quarter'>]?: FactRow<Name>[Column] | string;
};

export interface FactStore extends StatisticsReads {
	/** Writes all rows into a database, as the follower would. */
	writeTo(database: Pick<Database, 'statistics' | 'events'>): Promise<void>;
	add<Name extends FactTableName>(hashid: string, at: { table: Name; timeMs: number }, row: TextRow<Name>): void;
}

interface Build {
	readonly id: number;
	readonly names: Map<string, number>;
	/** Each row is a part of its own, as after a flush. */
	readonly parts: Map<FactTableName, FactPart[]>;
}

export function createFactStore(): FactStore {
	const builds = new Map<string, Build>();
	const find = (id: number) => [...builds.values()].find((build) => build.id === id) ?? assert.fail(`no build ${id}`);
	return {
		add(hashid, { table, timeMs }, row) {
			const build = builds.get(hashid) ?? { id: builds.size + 1, names: new Map(), parts: new Map() };
			builds.set(hashid, build);
			const day = Math.floor(timeMs / dayMs);
			const { dimensions }: FactTable = factTables[table];
			const numbered: Record<string, number | bigint> = Object.fromEntries(
				Object.keys(dimensions).map((name) => [name, 0]),
			);
			numbered.quarter = Math.floor((timeMs % dayMs) / (dayMs / 96));
			for (const [column, value] of Object.entries(row as Record<string, number | bigint | string>)) {
				numbered[column] = typeof value === 'string' ? toId(build, value) : value;
			}
			const sums = createFactSums(table);
			sums.add(numbered as never);
			const parts = build.parts.get(table) ?? [];
			build.parts.set(table, parts);
			parts.push({ day, number: parts.length + 1, bytes: sums.pack() ?? assert.fail('a row of zeros') });
		},
		async writeTo({ statistics, events }) {
			await statistics.openBuilds([...builds.keys()]);
			const before = await statistics.findLiveBuilds([...builds.keys()]);
			const watermark = await statistics.readWatermark();
			const steps = [...builds].map(([hashid, { names, parts }]) => ({
				...{ before: before.get(hashid) ?? assert.fail(), newestDay: 0, names: [...names.keys()] },
				sessions: { keys: [], lastDays: [], bytes: new Uint8Array(0), ends: [] },
				parts: [...parts].flatMap(([table, list]) => list.map(({ day, bytes }) => ({ table, day, bytes }))),
				removedParts: [],
			}));
			const step = { after: watermark, upTo: watermark, builds: steps, erasures: [], rebuild: null, nowMs: 0 };
			const logEnd = await events.log().readEnd();
			assert.equal(await statistics.writeStep({ ...step, logEnd }), 'written');
		},
		async findBuild(hashid) {
			const build = builds.get(hashid);
			return build && { id: build.id, countedUpTo: startPosition };
		},
		async listParts({ buildId, table, firstDay, lastDay }) {
			const parts = find(buildId).parts.get(table) ?? [];
			const [next] = parts
				.map(({ day }) => day)
				.filter((day) => day >= firstDay && day <= lastDay)
				.toSorted((a, b) => a - b);
			if (next === undefined) return { parts: [], nextDay: null };
			return { parts: parts.filter(({ day }) => day === next), nextDay: next === lastDay ? null : next + 1 };
		},
		async listPartNumbers({ buildId, table, firstDay, lastDay }) {
			const parts = find(buildId).parts.get(table) ?? [];
			return parts.filter(({ day }) => day >= firstDay && day <= lastDay).toSorted((a, b) => a.day - b.day);
		},
		async findNames(buildId, ids) {
			const wanted = new Set(ids);
			return new Map([...find(buildId).names].filter(([, id]) => wanted.has(id)).map(([name, id]) => [id, name]));
		},
		async findNameIds(buildId, names) {
			const known = find(buildId).names;
			return new Map(names.flatMap((name) => (known.has(name) ? [[name, known.get(name) ?? 0]] : [])));
		},
	};
}

function toId({ names }: Build, name: string): number {
	const known = names.get(name) ?? names.size + 1;
	names.set(name, known);
	return known;
}
