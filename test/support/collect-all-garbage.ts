import type { ItemRepository } from '../../src/ports/item-repository.ts';

/** Runs steps of at most `itemCountMax` items until nothing is left to collect. */
export async function collectAllGarbage(
	{ collectGarbage }: Pick<ItemRepository, 'collectGarbage'>,
	itemCountMax: number,
	nowMs: number,
): Promise<void> {
	let step = await collectGarbage(itemCountMax, nowMs);
	while (step.outcome === 'collected') step = await collectGarbage(itemCountMax, nowMs, step.cursor);
}
