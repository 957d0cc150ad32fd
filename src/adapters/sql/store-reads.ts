import type { Store } from '../../domain/store/store.ts';
import type { Widget } from '../../domain/widget/widget.ts';
import { defaultWidgetSettings } from '../../domain/widget/widget-settings.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';
import { defineQuery } from './query.ts';
import type { StoreTable, WidgetTable } from './schema.ts';
import type { SqlReader } from './sql-connection.ts';
import type { StoreWrites } from './store-writes.ts';

type StoreReads = Omit<StoreRepository, keyof StoreWrites>;

const findStore = defineQuery((db, args: { id: string }) =>
	db.selectFrom('store').selectAll().where('id', '=', args.id),
);
const listStores = defineQuery((db, args: { accountId: string }) =>
	db.selectFrom('store').selectAll().where('account_id', '=', args.accountId).orderBy('serial'),
);
const findWidget = defineQuery((db, args: { id: string }) =>
	db
		.selectFrom('widget')
		.innerJoin('store', 'store.id', 'widget.store_id')
		.selectAll('store')
		.select(['widget.name as widget_name', 'widget.created_at_ms as widget_created_at_ms'])
		.select(['widget.kind', 'widget.settings'])
		.where('widget.id', '=', args.id),
);
const listWidgets = defineQuery((db, args: { accountId: string }) =>
	db
		.selectFrom('store')
		.innerJoin('widget', 'widget.store_id', 'store.id')
		.selectAll('widget')
		.where('store.account_id', '=', args.accountId)
		.orderBy('widget.serial'),
);

export function createStoreReads(connection: SqlReader): StoreReads {
	return {
		async findStore(id) {
			const row = await connection.first(findStore, { id });
			return row && toStore(row);
		},
		async listStores(accountId) {
			return (await connection.all(listStores, { accountId })).map(toStore);
		},
		async findWidget(id) {
			const row = await connection.first(findWidget, { id });
			if (row === undefined) return undefined;
			const store = toStore(row);
			const { widget_name: name, widget_created_at_ms, kind, settings } = row;
			const widget = toWidget({ id, store_id: store.id, name, created_at_ms: widget_created_at_ms, kind, settings });
			return { widget, store };
		},
		async listWidgets(accountId) {
			return (await connection.all(listWidgets, { accountId })).map(toWidget);
		},
	};
}

function toStore(row: Omit<StoreTable, 'serial'>): Store {
	return {
		id: row.id,
		accountId: row.account_id,
		name: row.name,
		createdAtMs: row.created_at_ms,
		allowedDomains: JSON.parse(row.allowed_domains),
		isCorsEnforced: row.is_cors_enforced === 1,
		blockedIps: JSON.parse(row.blocked_ips),
		attributionHours: row.attribution_hours,
	};
}

function toWidget(row: Omit<WidgetTable, 'serial'>): Widget {
	return {
		id: row.id,
		storeId: row.store_id,
		name: row.name,
		createdAtMs: row.created_at_ms,
		kind: row.kind,
		// Rules that were introduced after the widget was stored have their defaults.
		settings: { ...defaultWidgetSettings, ...JSON.parse(row.settings) },
	};
}
