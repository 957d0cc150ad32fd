/** The state of an index in one line, for its owner. */
import type { IndexDescription } from '../query/index-description.ts';

export const indexStates = ['ready', 'rebuilding', 'building', 'failing', 'unknown'] as const;

export interface IndexReport {
	readonly hashid: string;
	readonly engineName: string;
	readonly indexName: string;
	/**
	 * `rebuilding`: it is searched while another one is built in its stead; `building`: it is not searched before it is
	 * whole; `failing`: building it, or writing to it, failed several times in a row; `unknown`: nothing says so now.
	 */
	readonly state: (typeof indexStates)[number];
	/** Those that searches find. */
	readonly itemCount: number;
	readonly segmentCount: number;
	readonly byteCount: number;
	/** Writes that searches cannot see yet. */
	readonly writesBehind: number;
}

export function toIndexReport(
	names: Pick<IndexReport, 'hashid' | 'engineName' | 'indexName'>,
	description: IndexDescription | undefined,
): IndexReport {
	if (description === undefined) {
		return { ...names, state: 'unknown', itemCount: 0, segmentCount: 0, byteCount: 0, writesBehind: 0 };
	}
	const { itemCount, segmentCount, byteCount, writesStored, writesSearchable } = description;
	const counts = { itemCount, segmentCount, byteCount, writesBehind: writesStored - writesSearchable };
	return { ...names, state: toState(description), ...counts };
}

function toState({ build, replacement, isRefusing }: IndexDescription): IndexReport['state'] {
	if (build?.isFailing === true || replacement?.isFailing === true || isRefusing === true) return 'failing';
	if (build !== undefined) return 'building';
	return replacement === undefined ? 'ready' : 'rebuilding';
}
