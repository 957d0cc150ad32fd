/** Use cases on recommendation widgets. A widget stays in the store it was made for. */
import type { Principal } from '../../domain/account/account.ts';
import { findNameFaults } from '../../domain/account/display-name.ts';
import { type Widget, widgetsPerStoreMax } from '../../domain/widget/widget.ts';
import { failFaults } from '../../lib/fail-faults.ts';
import { fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { StoreRepository } from '../../ports/store-repository.ts';

export interface WidgetSettings {
	readonly name: string;
	readonly storeId: string;
}

export interface Widgets {
	/** The widgets of all the account's stores. */
	list(principal: Principal): Promise<readonly Widget[]>;
	/** The widget if it exists (`not_found`) and is in one of the caller's stores (`forbidden`). */
	find(principal: Principal, id: string): Promise<Result<Widget>>;
	create(principal: Principal, settings: WidgetSettings): Promise<Result<Widget>>;
	/** Renames it. Its store may be named, but not another one: a page's events must not move with its widget. */
	update(principal: Principal, id: string, change: Partial<WidgetSettings>): Promise<Result<Widget>>;
	/** From then on its pages are answered `not_found`. */
	remove(principal: Principal, id: string): Promise<Result<null>>;
}

interface Dependencies {
	readonly stores: StoreRepository;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

export function createWidgets({ stores, randomness, clock }: Dependencies): Widgets {
	async function find({ accountId }: Principal, id: string): Promise<Result<Widget>> {
		const found = await stores.findWidget(id.toLowerCase());
		if (found === undefined) return fail('not_found');
		return found.store.accountId === accountId ? succeed(found.widget) : fail('forbidden');
	}

	return {
		list: ({ accountId }) => stores.listWidgets(accountId),
		find,

		async create({ accountId }, { name, storeId }) {
			const faults = findNameFaults('name', name);
			if (faults.length > 0) return failFaults(faults);
			const store = await stores.findStore(storeId);
			if (store?.accountId !== accountId) return failField('store_id', 'is not a store of this account');
			const widget: Widget = { id: randomness.uuid(), storeId, name, createdAtMs: clock.nowMs() };
			const outcome = await stores.createWidget(widget);
			if (outcome === 'missing') return failField('store_id', 'is not a store of this account');
			if (outcome === 'full') {
				return fail('invalid', { message: `A store has at most ${widgetsPerStoreMax} widgets` });
			}
			return succeed(widget);
		},

		async update(principal, id, { name, storeId }) {
			const found = await find(principal, id);
			if (!found.ok) return found;
			if (storeId !== undefined && storeId !== found.value.storeId) {
				return failField('store_id', 'cannot be changed: make a widget in the other store');
			}
			if (name === undefined) return found;
			const faults = findNameFaults('name', name);
			if (faults.length > 0) return failFaults(faults);
			const outcome = await stores.updateWidget(found.value.id, { name });
			return outcome === 'updated' ? find(principal, id) : fail('not_found');
		},

		async remove(principal, id) {
			const found = await find(principal, id);
			if (!found.ok) return found;
			return (await stores.removeWidget(found.value.id)) === 'deleted' ? succeed(null) : fail('not_found');
		},
	};
}
