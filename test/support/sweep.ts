import type { ItemRepository } from '../../src/ports/item-repository.ts';

/** Steps of at most `itemCountMax` items until nothing is left to forget. */
export async function sweepAll(
	{ sweepNext }: Pick<ItemRepository, 'sweepNext'>,
	itemCountMax: number,
	nowMs: number,
): Promise<void> {
	let step = await sweepNext(itemCountMax, nowMs);
	while (step.outcome === 'swept') step = await sweepNext(itemCountMax, nowMs, step.cursor);
}
