import { type Store, storesPerAccountMax } from '../../domain/store/store.ts';
import { type Widget, widgetsPerStoreMax } from '../../domain/widget/widget.ts';
import type { WidgetKind } from '../../domain/widget/widget-kind.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';
import { holdAccount, holdStore, lockStore } from './locks.ts';
import { defineQuery } from './query.ts';
import { rebuildWhereAttributionChanged } from './statistics-rebuilds.ts';
import { defineUnit, type Writer } from './unit-of-work.ts';

export type StoreWrites = Pick<
	StoreRepository,
	'createStore' | 'updateStore' | 'removeStore' | 'createWidget' | 'updateWidget' | 'removeWidget'
>;

const countStores = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('store')
		.select(({ fn }) => fn.countAll<number>().as('storeCount'))
		.where('account_id', '=', args.accountId),
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
			attributionHours: number;
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
			attribution_hours: args.attributionHours,
		}),
);
/** A null leaves its column unchanged, because none of these columns may be null. */
const setStore = defineQuery(
	(
		db,
		args: {
			id: string;
			name: string | null;
			allowedDomains: string | null;
			isCorsEnforced: number | null;
			blockedIps: string | null;
			attributionHours: number | null;
		},
	) =>
		db
			.updateTable('store')
			.set(({ fn, ref, val }) => ({
				name: fn.coalesce(val(args.name), ref('name')),
				allowed_domains: fn.coalesce(val(args.allowedDomains), ref('allowed_domains')),
				is_cors_enforced: fn.coalesce(val(args.isCorsEnforced), ref('is_cors_enforced')),
				blocked_ips: fn.coalesce(val(args.blockedIps), ref('blocked_ips')),
				attribution_hours: fn.coalesce(val(args.attributionHours), ref('attribution_hours')),
			}))
			.where('id', '=', args.id),
);
const listEngines = defineQuery((db, args: { id: string }) =>
	db.selectFrom('search_engine').select('hashid').where('store_id', '=', args.id).orderBy('hashid'),
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
		.selectFrom('widget')
		.select(({ fn }) => fn.countAll<number>().as('widgetCount'))
		.where('store_id', '=', args.storeId),
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
/** A null leaves its column unchanged. */
const setWidget = defineQuery(
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

const createStore = defineUnit('stores.createStore', async (tx, store: Store) => {
	if ((await tx.first(holdAccount, { id: store.accountId })) === undefined) return 'missing';
	const row = await tx.first(countStores, { accountId: store.accountId });
	if (row !== undefined && row.storeCount >= storesPerAccountMax) return 'full';
	await tx.run(insertStore, { ...store, ...toColumns(store) });
	return 'created';
});

const updateStore = defineUnit('stores.updateStore', async (tx, id: string, change: StoreChange) => {
	const { name = null, attributionHours = null } = change;
	if ((await tx.run(setStore, { id, name, attributionHours, ...toColumns(change) })) === 0) return 'missing';
	if (attributionHours !== null) {
		const engines = await tx.all(listEngines, { id });
		await rebuildWhereAttributionChanged(
			tx,
			engines.map(({ hashid }) => hashid),
		);
	}
	return 'updated';
});

const removeStore = defineUnit('stores.removeStore', async (tx, id: string) => {
	await tx.first(lockStore, { id });
	await tx.run(noteRemovedStore, { id });
	return (await tx.run(deleteStore, { id })) > 0 ? 'deleted' : 'missing';
});

const createWidget = defineUnit('stores.createWidget', async (tx, widget: Widget) => {
	if ((await tx.first(holdStore, { id: widget.storeId })) === undefined) return 'missing';
	const row = await tx.first(countWidgets, { storeId: widget.storeId });
	if (row !== undefined && row.widgetCount >= widgetsPerStoreMax) return 'full';
	await tx.run(insertWidget, { ...widget, settings: JSON.stringify(widget.settings) });
	return 'created';
});

const updateWidget = defineUnit('stores.updateWidget', async (tx, id: string, change: WidgetChange) => {
	const { name = null, kind = null, settings } = change;
	const columns = { id, name, kind, settings: settings === undefined ? null : JSON.stringify(settings) };
	return (await tx.run(setWidget, columns)) > 0 ? 'updated' : 'missing';
});

const removeWidget = defineUnit('stores.removeWidget', async (tx, id: string) =>
	(await tx.run(deleteWidget, { id })) > 0 ? 'deleted' : 'missing',
);

export const storeUnits = [createStore, updateStore, removeStore, createWidget, updateWidget, removeWidget] as const;

export function createStoreWrites({ run }: Writer): StoreWrites {
	return {
		createStore: (store) => run(createStore, store),
		updateStore: (id, change) => run(updateStore, id, change),
		removeStore: (id) => run(removeStore, id),
		createWidget: (widget) => run(createWidget, widget),
		updateWidget: (id, change) => run(updateWidget, id, change),
		removeWidget: (id) => run(removeWidget, id),
	};
}

type StoreChange = Parameters<StoreRepository['updateStore']>[1];
type WidgetChange = Parameters<StoreRepository['updateWidget']>[1];
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
