/** Work on items that nobody waits for: followers of the log, and the sweep. */
import type { ItemRepository } from '../../ports/item-repository.ts';
import { toSerial } from './number-position.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';
import { createSweep } from './sweep.ts';

export const upkeepWriteNames = ['moveFollower', 'sweepNext'] as const;

export type UpkeepWrites = Pick<ItemRepository, (typeof upkeepWriteNames)[number]>;

const findGeneration = defineQuery((db, args: { id: number }) =>
	db.selectFrom('generation').select('id').where('id', '=', args.id).where('state', '!=', 'retired'),
);

const putFollower = defineQuery((db, args: { generationId: number; name: string; seq: number }) =>
	db
		.insertInto('follower')
		.values({ generation_id: args.generationId, name: args.name, seq: args.seq })
		.onConflict((conflict) => conflict.columns(['generation_id', 'name']).doUpdateSet({ seq: args.seq })),
);

export function createUpkeepWrites(connection: SqlConnection): UpkeepWrites {
	return {
		async moveFollower(generationId, follower, position) {
			if ((await connection.first(findGeneration, { id: generationId })) === undefined) return 'missing';
			await connection.run(putFollower, { generationId, name: follower, seq: toSerial(position) });
			return 'moved';
		},
		sweepNext: createSweep(connection),
	};
}
