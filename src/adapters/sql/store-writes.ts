import { type Store, storesPerAccountMax } from '../../domain/store/store.ts';
import { widgetsPerStoreMax } from '../../domain/widget/widget.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';
import { defineQuery } from './query.ts';
import type { SqlConnection } from './sql-connection.ts';

export const storeWriteNames = [
	'createStore',
	'updateStore',
	'removeStore',
	'createWidget',
	'updateWidget',
	'removeWidget',
] as const;

export type StoreWrites = Pick<StoreRepository, (typeof storeWriteNames)[number]>;

const countStores = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('account')
		.leftJoin('store', 'store.account_id', 'account.id')
		.select(({ fn }) => fn.count<number>('store.id').as('storeCount'))
		.where('account.id', '=', args.accountId)
		.groupBy('account.id'),
);
const insertStore = defineQuery(
	(
		db,
		args: {
			id: string;
			accountId: string;
			name: string;
			createdAtMs: number;
			allowedDomains: string;
			isCorsEnforced: number;
			blockedIps: string;
		},
	) =>
		db.insertInto('store').values({
			id: args.id,
			account_id: args.accountId,
			name: args.name,
			created_at_ms: args.createdAtMs,
			allowed_domains: args.allowedDomains,
			is_cors_enforced: args.isCorsEnforced,
			blocked_ips: args.blockedIps,
		}),
);
/** A null leaves its column as it is: none of them can be null itself. */
const updateStore = defineQuery(
	(
		db,
		args: {
			id: string;
			name: string | null;
			allowedDomains: string | null;
			isCorsEnforced: number | null;
			blockedIps: string | null;
		},
	) =>
		db
			.updateTable('store')
			.set(({ fn, ref, val }) => ({
				name: fn.coalesce(val(args.name), ref('name')),
				allowed_domains: fn.coalesce(val(args.allowedDomains), ref('allowed_domains')),
				is_cors_enforced: fn.coalesce(val(args.isCorsEnforced), ref('is_cors_enforced')),
				blocked_ips: fn.coalesce(val(args.blockedIps), ref('blocked_ips')),
			}))
			.where('id', '=', args.id),
);
const deleteStore = defineQuery((db, args: { id: string }) => db.deleteFrom('store').where('id', '=', args.id));
const noteRemovedStore = defineQuery((db, args: { id: string }) =>
	db
		.insertInto('removed_store')
		.columns(['id'])
		.expression(({ selectFrom }) => selectFrom('store').select('id').where('id', '=', args.id)),
);
const countWidgets = defineQuery((db, args: { storeId: string }) =>
	db
		.selectFrom('store')
		.leftJoin('widget', 'widget.store_id', 'store.id')
		.select(({ fn }) => fn.count<number>('widget.id').as('widgetCount'))
		.where('store.id', '=', args.storeId)
		.groupBy('store.id'),
);
const insertWidget = defineQuery(
	(db, args: { id: string; storeId: string; name: string; createdAtMs: number; kind: WidgetKind; settings: string }) =>
		db.insertInto('widget').values({
			id: args.id,
			store_id: args.storeId,
			name: args.name,
			created_at_ms: args.createdAtMs,
			kind: args.kind,
			settings: args.settings,
		}),
);
/** A null leaves its column as it is. */
const updateWidget = defineQuery(
	(db, args: { id: string; name: string | null; kind: WidgetKind | null; settings: string | null }) =>
		db
			.updateTable('widget')
			.set(({ fn, ref, val }) => ({
				name: fn.coalesce(val(args.name), ref('name')),
				kind: fn.coalesce(val(args.kind), ref('kind')),
				settings: fn.coalesce(val(args.settings), ref('settings')),
			}))
			.where('id', '=', args.id),
);
const deleteWidget = defineQuery((db, args: { id: string }) => db.deleteFrom('widget').where('id', '=', args.id));

export function createStoreWrites(connection: SqlConnection): StoreWrites {
	return {
		async createStore(store) {
			const row = await connection.first(countStores, { accountId: store.accountId });
			if (row === undefined) return 'missing';
			if (row.storeCount >= storesPerAccountMax) return 'full';
			await connection.run(insertStore, { ...store, ...toColumns(store) });
			return 'created';
		},
		async updateStore(id, change) {
			const columns = { id, name: change.name ?? null, ...toColumns(change) };
			return (await connection.run(updateStore, columns)) > 0 ? 'updated' : 'missing';
		},
		async removeStore(id) {
			await connection.run(noteRemovedStore, { id });
			return (await connection.run(deleteStore, { id })) > 0 ? 'deleted' : 'missing';
		},
		async createWidget(widget) {
			const row = await connection.first(countWidgets, { storeId: widget.storeId });
			if (row === undefined) return 'missing';
			if (row.widgetCount >= widgetsPerStoreMax) return 'full';
			await connection.run(insertWidget, { ...widget, settings: JSON.stringify(widget.settings) });
			return 'created';
		},
		async updateWidget(id, { name = null, kind = null, settings }) {
			const columns = { id, name, kind, settings: settings === undefined ? null : JSON.stringify(settings) };
			return (await connection.run(updateWidget, columns)) > 0 ? 'updated' : 'missing';
		},
		async removeWidget(id) {
			return (await connection.run(deleteWidget, { id })) > 0 ? 'deleted' : 'missing';
		},
	};
}

type ConvertedFields = Pick<Store, 'allowedDomains' | 'isCorsEnforced' | 'blockedIps'>;

function toColumns(store: ConvertedFields): { allowedDomains: string; isCorsEnforced: number; blockedIps: string };
function toColumns(store: Partial<ConvertedFields>): {
	allowedDomains: string | null;
	isCorsEnforced: number | null;
	blockedIps: string | null;
};
function toColumns({ allowedDomains, isCorsEnforced, blockedIps }: Partial<ConvertedFields>) {
	return {
		allowedDomains: allowedDomains === undefined ? null : JSON.stringify(allowedDomains),
		isCorsEnforced: isCorsEnforced === undefined ? null : Number(isCorsEnforced),
		blockedIps: blockedIps === undefined ? null : JSON.stringify(blockedIps),
	};
}
