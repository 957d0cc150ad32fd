/**
 * May this browser use this widget? The id in the address is the only credential. The widget's store decides which pages
 * may call and which addresses may not.
 */
import { isIpBlocked } from '../../domain/store/blocked-ip-rule.ts';
import { type CallerHeaders, isOriginAllowed } from '../../domain/store/origin-rule.ts';
import { fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { StoreRepository, WidgetWithStore } from '../../ports/store-repository.ts';

export interface ShopperCall extends CallerHeaders {
	/** As in the address, unchecked. */
	readonly widgetId: string;
	readonly clientIp: string;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The widget and its store, or the first failure that applies: the id is not a UUID (`invalid`), there is no such widget
 * (`not_found` with the resource), the address is blocked (`forbidden`, "Forbidden ip"), the page is of another site
 * (`forbidden`, "Forbidden origin").
 */
export async function admitShopper(stores: StoreRepository, call: ShopperCall): Promise<Result<WidgetWithStore>> {
	if (!uuidPattern.test(call.widgetId)) return failField('widget_id', 'must be a UUID');
	const found = await stores.findWidget(call.widgetId.toLowerCase());
	if (found === undefined) return fail('not_found', { resource: { type: 'Widget', id: call.widgetId } });
	if (isIpBlocked(found.store, call.clientIp)) return fail('forbidden', { message: 'Forbidden ip' });
	if (!isOriginAllowed(found.store, call)) return fail('forbidden', { message: 'Forbidden origin' });
	return succeed(found);
}
