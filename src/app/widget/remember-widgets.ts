/**
 * Widgets are read for every call of a shopper's browser and hardly ever change: this keeps the recent ones in memory.
 *
 * Whatever changes a store or a widget through here forgets them all at once, so this process sees its own changes
 * immediately; changes made elsewhere (another node, the removal of an account) are seen after `ageMsMax` at the latest.
 */
import type { Clock } from '../../ports/clock.ts';
import type { StoreRepository, WidgetWithStore } from '../../ports/store-repository.ts';

const ageMsMax = 1000;
const widgetsMax = 10_000;

export function rememberWidgets(stores: StoreRepository, clock: Clock): StoreRepository {
	const known = new Map<string, { readonly found: WidgetWithStore; readonly readAtMs: number }>();
	let changeCount = 0;

	/** The change ends before its answer is given: a read that began before must not be remembered after. */
	function forgetting<A extends readonly unknown[], T>(change: (...args: A) => Promise<T>) {
		return async (...args: A): Promise<T> => {
			try {
				return await change(...args);
			} finally {
				changeCount += 1;
				known.clear();
			}
		};
	}

	async function read(id: string): Promise<WidgetWithStore | undefined> {
		const countBefore = changeCount;
		const found = await stores.findWidget(id);
		if (found === undefined || countBefore !== changeCount) return found;
		if (known.size >= widgetsMax) known.clear();
		known.set(id, { found, readAtMs: clock.nowMs() });
		return found;
	}

	return {
		...stores,
		findWidget(id) {
			const entry = known.get(id);
			const isFresh = entry !== undefined && Math.abs(clock.nowMs() - entry.readAtMs) < ageMsMax;
			return isFresh ? Promise.resolve(entry.found) : read(id);
		},
		updateStore: forgetting(stores.updateStore),
		removeStore: forgetting(stores.removeStore),
		updateWidget: forgetting(stores.updateWidget),
		removeWidget: forgetting(stores.removeWidget),
	};
}
