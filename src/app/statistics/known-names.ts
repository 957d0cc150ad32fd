/**
 * Texts of dictionaries, by build, so that a report does not read thousands of them again. A build never gives a number
 * to another text, so what is known stays true; the texts of a build are dropped together.
 */
import { type Cache, createCache } from '../../lib/cache.ts';
import type { StatisticsReads } from '../../ports/statistics-repository.ts';
import { runShort, type ScanContext } from './scan-engine.ts';

/** For each thread and zone: some forty thousand texts. */
const knownBytesMax = 8 * 1024 * 1024;
/** About what an entry of a map takes beside its text. */
const entryBytes = 64;
/** Texts that are read at once: a few milliseconds. */
const namesPerCall = 1_000;

interface KnownNames {
	readonly names: Map<number, string>;
	byteCount: number;
}

/** By build. */
export type NamesCache = Cache<number, KnownNames>;

export function createNamesCache(): NamesCache {
	return createCache({ weightMax: knownBytesMax, weigh: ({ byteCount }) => byteCount });
}

interface NamesContext extends ScanContext {
	readonly source: ScanContext['source'] & {
		readonly statistics: Pick<StatisticsReads, 'findNames'>;
		readonly knownNames: NamesCache;
	};
}

/** @param ids may have one several times. @returns the texts of these numbers, and of others. @throws {FailureError} `timed_out` */
export async function findNames(
	context: NamesContext,
	buildId: number,
	ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
	const { statistics, knownNames } = context.source;
	const known = knownNames.get(buildId) ?? { names: new Map(), byteCount: entryBytes };
	const unknown = new Set<number>();
	for (let at = 0; at < ids.length; at++) if (!known.names.has(ids[at] as number)) unknown.add(ids[at] as number);
	const missing = [...unknown];
	for (let from = 0; from < missing.length; from += namesPerCall) {
		const wanted = missing.slice(from, from + namesPerCall);
		for (const [id, name] of await runShort(context, () => statistics.findNames(buildId, wanted))) {
			if (known.names.has(id)) continue;
			known.names.set(id, name);
			known.byteCount += 2 * name.length + entryBytes;
		}
	}
	if (missing.length > 0) knownNames.set(buildId, known);
	return known.names;
}
