/** Calls of the APIs by search engine and day, which each process adds every few seconds. */
import type { CallCount } from '../../domain/statistics/call-kind.ts';
import type { CallRepository } from '../../ports/call-repository.ts';
import { defineBatchQuery, defineRows, everyRow } from './batch-query.ts';
import { defineQuery } from './query.ts';
import type { SqlReader } from './sql-connection.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

const engineRows = defineRows<{ readonly hashid: string }>({ hashid: 'text' });

/** The search engines that exist, locked against removal. */
const keepEngines = defineBatchQuery(engineRows, (db) =>
	db
		.selectFrom('search_engine')
		.select('hashid')
		.where('hashid', 'in', ({ selectFrom }) => selectFrom('input').select('input.hashid'))
		.orderBy('hashid')
		.forKeyShare('search_engine'),
);

type CallRow = { readonly hashid: string; readonly day: number; readonly kind: string; readonly calls: number };

const callRows = defineRows<CallRow>({ hashid: 'text', day: 'integer', kind: 'text', calls: 'integer' });
const callColumns = ['hashid', 'day', 'kind', 'calls'] as const;

const addToDays = defineBatchQuery(callRows, (db) =>
	db
		.insertInto('call_day')
		.columns(callColumns)
		.expression(({ selectFrom, ref }) =>
			selectFrom('input')
				.select(['hashid', 'day', ref('kind').$castTo<CallCount['kind']>().as('kind'), 'calls'])
				.where(everyRow),
		)
		.onConflict((conflict) =>
			conflict.columns(['hashid', 'day', 'kind']).doUpdateSet((eb) => ({
				calls: eb('call_day.calls', '+', eb.ref('excluded.calls')),
			})),
		),
);

const listDays = defineQuery((db, args: { hashid: string; firstDay: number; lastDay: number }) =>
	db
		.selectFrom('call_day')
		.selectAll()
		.where('hashid', '=', args.hashid)
		.where('day', '>=', args.firstDay)
		.where('day', '<=', args.lastDay)
		.orderBy('day')
		.orderBy('kind'),
);

const askingKinds = ['search', 'suggestion', 'recommendation'] as const satisfies readonly CallCount['kind'][];

const listAskedEngines = defineQuery((db, args: { firstDay: number }) =>
	db
		.selectFrom('call_day')
		.select(['hashid', ({ fn }) => fn.sum<number>('calls').as('calls')])
		.where('day', '>=', args.firstDay)
		.where('kind', 'in', askingKinds)
		.groupBy('hashid')
		.orderBy('hashid'),
);

const addCalls = defineUnit(
	'calls.add',
	async (tx, counts: readonly CallCount[]) => {
		const hashids = [...new Set(counts.map(({ hashid }) => hashid))];
		const kept = await tx.allBatch(
			keepEngines,
			hashids.map((hashid) => ({ hashid })),
			{},
		);
		const keptIds = new Set(kept.map(({ hashid }) => hashid));
		const rows = counts.filter(({ hashid }) => keptIds.has(hashid)).map(toRow);
		await tx.runBatch(addToDays, rows, {});
		return 'added' as const;
	},
	{ invalidates: 'nothing' },
);

export const callUnits = [addCalls] as const;

export type CallReads = Pick<CallRepository, 'listCallDays' | 'listAskedEngines'>;

export function createCallReads(connection: SqlReader): CallReads {
	return {
		async listCallDays({ hashid, firstDay, lastDay }) {
			const rows = await connection.all(listDays, { hashid, firstDay, lastDay });
			return rows.map(({ calls, ...row }) => ({ ...row, callCount: calls }));
		},
		async listAskedEngines(firstDay) {
			const rows = await connection.all(listAskedEngines, { firstDay });
			return rows.map(({ hashid, calls }) => ({ hashid, callCount: Number(calls) }));
		},
	};
}

export function createCallWrites({ run }: Writer): Pick<CallRepository, 'addCalls'> {
	return { addCalls: (counts) => run(addCalls, counts) };
}

function toRow({ hashid, day, kind, callCount }: CallCount): CallRow {
	return { hashid, day, kind, calls: callCount };
}
