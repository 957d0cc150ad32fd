/**
 * Which search engines does this node follow? Where there may be other nodes, those that it was asked for lately. The indexes of
 * the others are neither kept up to date nor on its disk, until somebody asks for them.
 *
 *     new, or asked ─► followed ── not asked for `keepMs` ──► lapsed ── asked ──► followed
 *
 * Time is counted while the node runs. So neither a night without it nor a clock that jumps makes it leave anything.
 */
import { join } from 'node:path';
import type { AskedEngine } from '../../ports/call-repository.ts';
import { formatJson, parseJson } from '../runtime/checksummed-json.ts';
import type { DurableFiles } from '../runtime/durable-files.ts';

export interface AskedEngines {
	/**
	 * Reads what an earlier process of the node noted. Without that, `chooseFirst` says which of the engines are followed.
	 * @param hashids all that exist
	 */
	begin(hashids: readonly string[], chooseFirst: () => Promise<Iterable<string>>): Promise<void>;
	/** One that was never seen before is new, and followed. */
	isFollowed(hashid: string): boolean;
	/** Notes that somebody asks for an engine. @returns whether it had lapsed */
	note(hashid: string): boolean;
	/** Takes an engine for lapsed. */
	lapse(hashid: string): void;
	/**
	 * Takes those for lapsed that were not asked for long enough. @returns all that lapsed and are not noted as left yet.
	 * Cost: O(engines)
	 */
	lapseDue(): readonly string[];
	/** Nothing of it is kept any more. */
	noteLeft(hashid: string): void;
	/** For an engine that is gone. */
	forget(hashid: string): void;
	readonly lapsedCount: number;
	/**
	 * Writes what is not on disk, soon after an engine lapsed or was asked for again, and else once in a while, when those that
	 * are gone are forgotten.
	 * @param listExisting all engines
	 */
	saveDue(listExisting: () => Promise<readonly string[]>): Promise<void>;
	/** Does nothing before `begin`: there is nothing to write that is true. */
	save(): Promise<void>;
}

export interface EngineDemand {
	readonly engines: AskedEngines;
	/** How often all nodes were asked for each search engine lately. */
	readonly listCalls: () => Promise<readonly AskedEngine[]>;
	/** Resolves when what is being left now is left. */
	leaving: Promise<void> | undefined;
	/** Engines that are noted as followed again, by hashid. */
	readonly returning: Map<string, Promise<void>>;
}

export interface AskedEnginesOptions {
	readonly files: Pick<DurableFiles, 'read' | 'replace' | 'makeDirectory'>;
	/** Of the indexes. */
	readonly directory: string;
	readonly keepMs: number;
	/** A clock that is never set. */
	readonly nowMs: () => number;
}

const format = { name: 'vitrine-asked', version: 1 };
export const askedFileName = 'asked';
/** What a crash forgets of the questions. */
const saveIntervalMs = 10 * 60 * 1000;

interface Saved {
	/** For how long the node has run, in all its processes. */
	readonly ranMs: number;
	/** When each engine that is followed was last asked for, in the same time. */
	readonly asked: readonly (readonly [hashid: string, askedAtMs: number])[];
	readonly lapsed: readonly string[];
}

export function createAskedEngines({ files, directory, keepMs, nowMs }: AskedEnginesOptions): AskedEngines {
	let startMs = nowMs();
	let ranBeforeMs = 0;
	let asked = new Map<string, number>();
	let lapsed = new Set<string>();
	const unleft = new Set<string>();
	let savedAtMs = startMs;
	let isChanged = false;
	let hasBegun = false;

	const readRanMs = () => Math.round(ranBeforeMs + nowMs() - startMs);

	function lapse(hashid: string): void {
		asked.delete(hashid);
		lapsed.add(hashid);
		unleft.add(hashid);
		isChanged = true;
	}

	function forget(hashid: string): void {
		asked.delete(hashid);
		lapsed.delete(hashid);
		unleft.delete(hashid);
	}

	async function save(): Promise<void> {
		if (!hasBegun) return;
		const content: Saved = { ranMs: readRanMs(), asked: [...asked], lapsed: [...lapsed] };
		savedAtMs = nowMs();
		isChanged = false;
		try {
			await write({ files, directory }, content);
		} catch (error) {
			isChanged = true;
			throw error;
		}
	}

	return {
		async begin(hashids, chooseFirst) {
			const saved = parseJson<Saved>(format, await files.read(join(directory, askedFileName)));
			ranBeforeMs = saved?.ranMs ?? 0;
			startMs = nowMs();
			({ asked, lapsed } = adopt(saved ?? { asked: toAsked(await chooseFirst()), lapsed: hashids }, hashids));
			isChanged = saved === undefined;
			hasBegun = true;
		},
		isFollowed(hashid) {
			if (lapsed.has(hashid)) return false;
			if (!asked.has(hashid)) asked.set(hashid, readRanMs());
			return true;
		},
		note(hashid) {
			asked.set(hashid, readRanMs());
			const hadLapsed = lapsed.delete(hashid);
			unleft.delete(hashid);
			isChanged ||= hadLapsed;
			return hadLapsed;
		},
		lapse,
		lapseDue() {
			const endMs = readRanMs() - keepMs;
			for (const [hashid, askedAtMs] of asked) if (askedAtMs <= endMs) lapse(hashid);
			return [...unleft];
		},
		noteLeft: (hashid) => void unleft.delete(hashid),
		forget,
		get lapsedCount() {
			return lapsed.size;
		},
		async saveDue(listExisting) {
			const isDue = nowMs() - savedAtMs >= saveIntervalMs;
			// Those that begin to exist meanwhile are not among these.
			const known = isDue ? [...asked.keys(), ...lapsed] : [];
			const existing = new Set(isDue ? await listExisting() : []);
			for (const hashid of known) if (!existing.has(hashid)) forget(hashid);
			if (isDue || isChanged) await save();
		},
		save,
	};
}

/** What was noted of the engines that exist. */
function adopt(noted: Pick<Saved, 'asked' | 'lapsed'>, hashids: readonly string[]) {
	const exist = new Set(hashids);
	const asked = new Map(noted.asked.filter(([hashid]) => exist.has(hashid)));
	return { asked, lapsed: new Set(noted.lapsed.filter((hashid) => exist.has(hashid) && !asked.has(hashid))) };
}

function toAsked(hashids: Iterable<string>): Saved['asked'] {
	return Array.from(hashids, (hashid) => [hashid, 0]);
}

async function write(
	{ files, directory }: Pick<AskedEnginesOptions, 'files' | 'directory'>,
	content: Saved,
): Promise<void> {
	await files.makeDirectory(directory);
	await files.replace(directory, askedFileName, formatJson(format, content));
}
