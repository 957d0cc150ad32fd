import type { WithoutShopper } from './events.ts';
import { type AnswerOf, type BodyOf, type CallOptions, type ConnectionOptions, send } from './send.ts';

export interface RecommendationClientOptions extends ConnectionOptions {
	/** The shopper's session; the same here, in searches and in events. Clicks and carts need it. */
	readonly sessionId?: string | undefined;
	readonly userId?: string | undefined;
}

type Answer = AnswerOf<'/api/widget/{widget_id}', 'post'>;
export type Recommendations<Fields> = Omit<Answer, 'results'> & { results: (Answer['results'][number] & Fields)[] };
type Registered = Promise<AnswerOf<'/api/widget/{widget_id}/click', 'post'>>;

/** All of them throw a {@link VitrineError}. A widget is named by its id. */
export interface RecommendationClient<Fields> {
	/** `current_url` is the page's address: if it is the link of an item, that is the product of the page. */
	recommend(
		widgetId: string,
		call: WithoutShopper<BodyOf<'/api/widget/{widget_id}', 'post'>>,
		options?: CallOptions,
	): Promise<Recommendations<Fields>>;
	/** A recommended product was clicked; `status` is `OK` once that is on disk. */
	click(
		widgetId: string,
		event: WithoutShopper<BodyOf<'/api/widget/{widget_id}/click', 'post'>>,
		options?: CallOptions,
	): Registered;
	/** A recommended product was put into the cart; `status` is `OK` once that is on disk. */
	addToCart(
		widgetId: string,
		event: WithoutShopper<BodyOf<'/api/widget/{widget_id}/cart', 'post'>>,
		options?: CallOptions,
	): Registered;
}

/** Widgets, and what shoppers do with what they show. Needs no key. `Fields` are those of the shop's items. */
export function createRecommendationClient<Fields extends object = object>(
	options: RecommendationClientOptions,
): RecommendationClient<Fields> {
	const shopper = { session_id: options.sessionId, user_id: options.userId };
	// A widget's address is the credential, and such calls have no Authorization.
	const connection = { ...options, key: undefined };
	const report = { method: 'post', keepalive: true } as const;
	return {
		recommend(widget_id, call, callOptions) {
			const body = { ...shopper, ...call } as never;
			const request = { method: 'post', route: '/api/widget/{widget_id}', path: { widget_id }, body } as const;
			return send(connection, { ...request, isRepeatable: true }, callOptions) as Promise<Recommendations<Fields>>;
		},
		click(widget_id, event, callOptions) {
			const body = { ...shopper, ...event } as never;
			return send(
				connection,
				{ ...report, route: '/api/widget/{widget_id}/click', path: { widget_id }, body },
				callOptions,
			);
		},
		addToCart(widget_id, event, callOptions) {
			const body = { ...shopper, ...event } as never;
			return send(
				connection,
				{ ...report, route: '/api/widget/{widget_id}/cart', path: { widget_id }, body },
				callOptions,
			);
		},
	};
}
