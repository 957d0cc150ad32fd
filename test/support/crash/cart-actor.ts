/** A shopper's browser that reports clicks on products and products put into the cart: each report has a session id of its own. */
import assert from 'node:assert/strict';
import { type Actor, expectStatus } from './actor.ts';

export interface CartActorOptions {
	readonly name: string;
	readonly widgetId: string;
	/** Of an item that is never deleted. */
	readonly dfid: string;
}

const eventCountMax = 1_000_000;

export function createCartActor({ name, widgetId, dfid }: CartActorOptions): Actor {
	const acknowledged = new Set<string>();
	const sent = new Set<string>();
	return {
		name,
		async step(api) {
			const sessionId = `${name}-${sent.size + 1}`;
			const operation = sent.size % 2 === 0 ? 'cart' : 'click';
			sent.add(sessionId);
			const body = { session_id: sessionId, dfid, title: 'A product', amount: 2, price: 9.5 };
			const { json } = await expectStatus(api, 200, `/api/widget/${widgetId}/${operation}`, { method: 'POST', body });
			assert.equal(json.status, 'OK');
			acknowledged.add(sessionId);
		},
		// The API reads the same log.
		check: async () => undefined,
		async checkDatabase({ events }) {
			const hashid = dfid.slice(0, 32);
			const carts = await events.listOfEngine(hashid, 'cart', eventCountMax);
			const clicks = await events.listOfEngine(hashid, 'widget_click', eventCountMax);
			const sessionIds = [...carts, ...clicks].map(({ sessionId }) => sessionId ?? '');
			const own = sessionIds.filter((sessionId) => sessionId.startsWith(`${name}-`));
			const recorded = new Set(own);
			assert.equal(recorded.size, own.length, 'an event is there twice');
			assert.deepEqual([...acknowledged.difference(recorded)], [], 'acknowledged events that are not there');
			assert.deepEqual([...recorded.difference(sent)], [], 'events nobody sent');
		},
	};
}
