/**
 * The checkpoint of popular queries: one file (`checksummed-json.ts`). If it is missing or damaged, the log of events is
 * read again from its beginning.
 *
 *     queries      {"position":"120","engines":[["ab…",[…]],…],"recounted":[]}
 */
import { join } from 'node:path';
import type { Position } from '../../domain/log/position.ts';
import { type PastQueries, type PastQueryRow, restorePastQueries } from '../../fulltext/suggest/past-queries.ts';
import type { AggregateCheckpoint } from '../runtime/aggregate-definition.ts';
import { formatJson, parseJson } from '../runtime/checksummed-json.ts';
import { type DurableFiles, temporarySuffix } from '../runtime/durable-files.ts';

interface QueryFile {
	readonly position: Position;
	/** Absent in older files. */
	readonly incarnation?: string;
	readonly engines: readonly (readonly [hashid: string, rows: readonly PastQueryRow[]])[];
	readonly recounted: readonly string[];
}

const fileName = 'queries';
const format = { name: 'vitrine-queries', version: 3 };

interface QueryCheckpointOptions {
	readonly files: DurableFiles;
	/** The directory of the file. */
	readonly directory: string;
}

export function createQueryCheckpoint(options: QueryCheckpointOptions): AggregateCheckpoint<PastQueries> {
	const { files, directory } = options;
	const path = join(directory, fileName);
	return {
		removeObstacles: () =>
			files.removeObstacles(directory, (name) => name === fileName || name === fileName + temporarySuffix),
		async read() {
			const saved = parseJson<QueryFile>(format, await files.read(path));
			if (saved === undefined) return undefined;
			const { position: countedUpTo, incarnation = '', engines } = saved;
			return {
				...{ ...saved, incarnation },
				engines: engines.map(([hashid, rows]) => [hashid, { aggregate: restorePastQueries(rows), countedUpTo }]),
			};
		},
		remove: () => files.remove(path),
		take({ position, incarnation, engines, recounted }) {
			const rows = engines.map(([hashid, queries]) => [hashid, queries.toRows()] as const);
			const bytes = formatJson(format, { position, incarnation, engines: rows, recounted } satisfies QueryFile);
			return async () => {
				await files.makeDirectory(directory);
				await files.replace(directory, fileName, bytes);
			};
		},
	};
}
