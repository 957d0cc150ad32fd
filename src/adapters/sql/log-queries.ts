/**
 * Where batches of the log of events end, for everything that walks over it. `offset` is the number of events in a batch
 * minus one.
 */
import type { Position } from '../../domain/log/position.ts';
import type { LogOrder } from './log-order.ts';
import { defineQuery, type QueryBuilder } from './query.ts';

type BatchArguments = { readonly after: Position; readonly offset: number };

const selectPosition = (db: QueryBuilder, log: LogOrder) => db.selectFrom('event').select(log.position.as('position'));

/** Among all visible events: for deletions, which affect no reader's position. */
export const findBatchEnd = defineQuery((db, args: BatchArguments, { log }) =>
	selectPosition(db, log).where(log.isAfter(args.after)).orderBy(log.ascending).limit(1).offset(args.offset),
);

export const findBatchEndOfEngine = defineQuery((db, args: BatchArguments & { hashid: string }, { log }) =>
	selectPosition(db, log)
		.where('hashid', '=', args.hashid)
		.where(log.isAfter(args.after))
		.orderBy(log.ascending)
		.limit(1)
		.offset(args.offset),
);

export const findLast = defineQuery((db, _, { log }) => selectPosition(db, log).orderBy(log.descending).limit(1));

/** Among the events that readers may pass. */
export const findReadableBatchEnd = defineQuery((db, args: BatchArguments, { log }) =>
	selectPosition(db, log)
		.where(log.isAfter(args.after))
		.where(log.isReadable)
		.orderBy(log.ascending)
		.limit(1)
		.offset(args.offset),
);

export const findLastReadable = defineQuery((db, _, { log }) =>
	selectPosition(db, log).where(log.isReadable).orderBy(log.descending).limit(1),
);
