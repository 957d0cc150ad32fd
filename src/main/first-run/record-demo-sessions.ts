/** Sessions of shoppers for the demo shop, so that every kind of recommendation has data at the first start. */
import type { DemoItem } from '../../domain/demo/demo-item.ts';
import { type DemoInteraction, generateSessions } from '../../domain/demo/generate-sessions.ts';
import { type ShopperAction, type ShopperEvent, unknownClient } from '../../domain/event/shopper-event.ts';
import { toItemKey } from '../../domain/item/dfid.ts';
import type { EventRepository } from '../../ports/event-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';

export interface DemoSessionsTarget {
	readonly events: Pick<EventRepository, 'recordMany'>;
	readonly randomness: Randomness;
	readonly storeId: string;
	readonly hashid: string;
	readonly indexName: string;
	readonly catalogue: readonly DemoItem[];
	readonly seed: number;
	readonly nowMs: number;
}

const batch = 1_000;

/** Records two weeks of sessions. Takes a tenth of a second. */
export async function recordDemoSessions(target: DemoSessionsTarget): Promise<void> {
	const interactions = generateSessions(target);
	for (let start = 0; start < interactions.length; start += batch) {
		await target.events.recordMany(
			interactions.slice(start, start + batch).map((interaction) => toEvent(target, interaction)),
		);
	}
}

function toEvent(
	{ randomness, storeId, hashid, indexName }: DemoSessionsTarget,
	interaction: DemoInteraction,
): ShopperEvent {
	const { sessionId, userId, occurredAtMs } = interaction;
	const action = toAction(indexName, interaction);
	return {
		...{ id: randomness.hex(16), storeId, hashid, sessionId, userId, occurredAtMs, action },
		...unknownClient,
	};
}

function toAction(indexName: string, { kind, item }: DemoInteraction): ShopperAction {
	if (kind === 'checkout' || item === undefined) return { kind: 'checkout', sources: [] };
	const named = { indexName, itemKey: toItemKey(item.id) };
	if (kind === 'view') return { kind, widgetId: null, ...named };
	return { kind: 'cart_addition', title: item.title, amount: 1, price: item.sale_price ?? item.price, ...named };
}
