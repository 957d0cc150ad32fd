/** Writes of background work on items: positions of followers, and garbage collection. */
import type { Position } from '../../domain/log/position.ts';
import type { ItemRepository } from '../../ports/item-repository.ts';
import { collectGarbage } from './garbage.ts';
import { keepGeneration } from './locks.ts';
import { toSerial } from './number-position.ts';
import { defineQuery } from './query.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

export type MaintenanceWrites = Pick<ItemRepository, 'moveFollower' | 'collectGarbage'>;

const putFollower = defineQuery((db, args: { generationId: number; name: string; seq: number }) =>
	db
		.insertInto('follower')
		.values({ generation_id: args.generationId, name: args.name, seq: args.seq })
		.onConflict((conflict) => conflict.columns(['generation_id', 'name']).doUpdateSet({ seq: args.seq })),
);

type Move = { readonly generationId: number; readonly name: string; readonly position: Position };

/**
 * Locks the generation against garbage collection, which could otherwise remove tombstones that a new follower has yet to
 * read.
 */
const moveFollower = defineUnit(
	'items.moveFollower',
	async (tx, { generationId, name, position }: Move) => {
		const generation = await tx.first(keepGeneration, { id: generationId });
		if (generation === undefined || generation.state === 'retired') return 'missing';
		await tx.run(putFollower, { generationId, name, seq: toSerial(position) });
		return 'moved';
	},
	{ invalidates: 'nothing' },
);

export const maintenanceUnits = [moveFollower, collectGarbage] as const;

export function createMaintenanceWrites({ run }: Writer): MaintenanceWrites {
	return {
		moveFollower: (generationId, name, position) => run(moveFollower, { generationId, name, position }),
		collectGarbage: (rowsMax, nowMs, cursor = '') => run(collectGarbage, { rowsMax, nowMs, cursor }),
	};
}
