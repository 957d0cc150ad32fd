/**
 * When are parts of one table and day merged? As soon as four have about the same size or less, so that a row is written
 * anew as often as sizes double twice, and a day has few parts:
 *
 *     2 kB  2 kB  2 kB + 2 kB ─► 8 kB          8 kB  8 kB  8 kB + 8 kB ─► 32 kB
 */
import type { FactTableName } from '../../domain/statistics/fact-table.ts';
import type { PartSize, PartsOfDay } from '../../ports/statistics-repository.ts';
import { openFacts } from '../../statistics/fact-part.ts';
import type { FactSums } from '../../statistics/fact-sums.ts';
import type { BuildCache, CountingStore } from './build-cache.ts';

const mergedCount = 4;
const firstTierBytes = 1_024;

/** Parts of a tier are at most four times as large as those of the tier below. */
function toTier(byteCount: number): number {
	return Math.max(0, Math.ceil(Math.log2(byteCount / firstTierBytes) / 2));
}

/** Which parts a new one should be merged with: all of its tier and below, if they are enough. */
function chooseMerged(parts: readonly PartSize[], byteCount: number): readonly PartSize[] {
	const tier = toTier(byteCount);
	const small = parts.filter((part) => toTier(part.byteCount) <= tier);
	return small.length + 1 >= mergedCount ? small : [];
}

export interface MergedPart {
	/** Undefined when its rows were taken back by each other. */
	readonly bytes: Uint8Array | undefined;
	/** The parts that it replaces, and the others. */
	readonly removed: readonly PartSize[];
	readonly kept: readonly PartSize[];
}

export interface NewRows<Name extends FactTableName> {
	readonly of: PartsOfDay & { readonly table: Name };
	readonly sums: FactSums<Name>;
}

/** Adds new rows to a day: as a part of their own, or together with those that are there. */
export async function mergeParts<Name extends FactTableName>(
	store: CountingStore,
	cache: BuildCache,
	{ of, sums }: NewRows<Name>,
): Promise<MergedPart> {
	let bytes = sums.pack();
	let kept = bytes === undefined ? [] : await listParts(store, cache, of);
	const removed: PartSize[] = [];
	for (;;) {
		const merged = bytes === undefined ? [] : chooseMerged(kept, bytes.length);
		if (merged.length === 0) return { bytes, removed, kept };
		const parts = await store.findParts(
			of,
			merged.map(({ number }) => number),
		);
		if (parts.length < merged.length) throw new Error('parts of statistics are gone');
		for (const part of parts) sums.addColumns(openFacts(of.table, part.bytes));
		removed.push(...merged);
		kept = kept.filter((part) => !merged.includes(part));
		bytes = sums.pack();
	}
}

async function listParts(store: CountingStore, { parts }: BuildCache, of: PartsOfDay): Promise<readonly PartSize[]> {
	const key = toPartsKey(of);
	const known = parts.get(key) ?? (await store.listPartSizes(of));
	parts.set(key, known);
	return known;
}

export function toPartsKey({ table, day }: Omit<PartsOfDay, 'buildId'>): string {
	return `${table} ${day}`;
}
