/**
 * The checkpoint of what was learned: a file for each search engine, and one that says up to where the log was read
 * (`checksummed-json.ts`).
 *
 *     learned/position      {"position":"120","engines":["5a1e…"],"recounted":[]}
 *     learned/5a1e…         {"position":"120","rows":{…}}
 *
 * Engines are written before the position. So after a crash an engine may be ahead of the position, and skips what it has
 * already learned from.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Position } from '../../domain/log/position.ts';
import type { ClickLearner, LearnerRows } from '../../learning/click-learner.ts';
import type { AggregateCheckpoint, EngineAggregate } from '../runtime/aggregate-definition.ts';
import { formatJson, formatLongJson, parseJson } from '../runtime/checksummed-json.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';

interface PositionFile {
	readonly position: Position;
	/** Absent in older files. */
	readonly incarnation?: string;
	/** The engines that have a file. */
	readonly engines: readonly string[];
	readonly recounted: readonly string[];
}

interface EngineFile {
	readonly position: Position;
	readonly rows: LearnerRows;
}

interface LessonCheckpointOptions {
	readonly files: DurableFiles;
	/** The directory in which that of the lessons is. */
	readonly directory: string;
	readonly restore: (rows: LearnerRows) => ClickLearner;
}

const positionName = 'position';
const format = { name: 'vitrine-lessons', version: 3 };

export function createLessonCheckpoint(options: LessonCheckpointOptions): AggregateCheckpoint<ClickLearner> {
	const { files, restore } = options;
	const directory = join(options.directory, 'learned');
	const read = async <Content>(name: string) => parseJson<Content>(format, await files.read(join(directory, name)));
	return {
		removeObstacles: () => files.removeObstacles(directory, () => true),
		async read() {
			const saved = await read<PositionFile>(positionName);
			if (saved === undefined) return undefined;
			const engines: [hashid: string, engine: EngineAggregate<ClickLearner>][] = [];
			// Until it is complete, nothing is known of an engine without a valid file.
			const recounted = new Set([...saved.engines, ...saved.recounted]);
			for (const hashid of saved.engines) {
				const engine = await read<EngineFile>(hashid);
				if (engine === undefined) continue;
				engines.push([hashid, { aggregate: restore(engine.rows), countedUpTo: engine.position }]);
				recounted.delete(hashid);
			}
			const { position, incarnation = '' } = saved;
			return { position, incarnation, engines, recounted: [...recounted] };
		},
		remove: () => files.remove(directory),
		take({ position, incarnation, engines, changed, recounted }) {
			const names = engines.map(([hashid]) => hashid);
			// A copy is made at once. Its JSON takes some hundred milliseconds for a large shop, and waits for nothing.
			const written = engines
				.filter(([hashid]) => changed.has(hashid))
				.map(([hashid, learner]): [string, EngineFile] => [hashid, { position, rows: learner.toRows() }]);
			const head = formatJson(format, { position, incarnation, engines: names, recounted } satisfies PositionFile);
			return async () => {
				await files.makeDirectory(directory);
				const kept = new Set([positionName, ...names]);
				// Before the position says that they are learned again: an engine without its file is learned again as well.
				for (const name of await files.list(directory)) if (!kept.has(name)) await files.remove(join(directory, name));
				for (const [hashid, content] of written) {
					await files.replace(directory, hashid, await formatLongJson(format, content, () => setImmediate()));
				}
				await files.replace(directory, positionName, head);
			};
		},
	};
}
