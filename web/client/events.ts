/** What shoppers do around a search engine. Calls go on when their page is left. */
import {
	type AnswerOf,
	type BodyOf,
	type CallOptions,
	type ConnectionOptions,
	type MethodOf,
	type Route,
	send,
} from './send.ts';

export interface EventClientOptions extends ConnectionOptions {
	/** The id of the search engine. */
	readonly hashid: string;
	/** The shopper's session; the same here, in searches and in calls of widgets. */
	readonly sessionId: string;
	readonly userId?: string | undefined;
}

/** Members of a body but for those that the client knows; the type may be open for members of any name. */
export type WithoutShopper<Body> = {
	[Name in keyof Body as string extends Name
		? never
		: Name extends 'session_id' | 'user_id'
			? never
			: Name]: Body[Name];
};
type EventOf<R extends Route, M extends MethodOf<R>> = WithoutShopper<BodyOf<R, M>>;
type Registered = Promise<AnswerOf<'/6/{hashid}/stats/click', 'put'>>;

/** All of them throw a {@link VitrineError}; an answer means that the event is on disk. */
export interface EventClient {
	/** A session began. */
	init(event?: EventOf<'/6/{hashid}/stats/init', 'put'>, options?: CallOptions): Registered;
	/** A result was clicked. `query_id` and `position` say in which list, and where. */
	click(event: EventOf<'/6/{hashid}/stats/click', 'put'>, options?: CallOptions): Registered;
	/** A redirection was followed. */
	redirect(event: EventOf<'/6/{hashid}/stats/redirect', 'put'>, options?: CallOptions): Registered;
	/** A banner was clicked. */
	image(event: EventOf<'/6/{hashid}/stats/image', 'put'>, options?: CallOptions): Registered;
	/** `amount` more of an item, 1 if left out. */
	addToCart(event: EventOf<'/6/{hashid}/stats/cart/{session_id}', 'put'>, options?: CallOptions): Registered;
	/** `amount` less of an item. */
	removeFromCart(event: EventOf<'/6/{hashid}/stats/cart/{session_id}', 'patch'>, options?: CallOptions): Registered;
	clearCart(options?: CallOptions): Registered;
	/** The cart was bought. */
	checkout(event?: EventOf<'/6/{hashid}/stats/checkout', 'put'>, options?: CallOptions): Registered;
}

/** Events of one session. None is repeated where it may have arrived already, because each counts. */
export function createEventClient(options: EventClientOptions): EventClient {
	const { hashid, sessionId: session_id, userId } = options;
	const shopper = userId === undefined ? { session_id } : { session_id, user_id: userId };

	function register(kind: 'init' | 'click' | 'redirect' | 'image' | 'checkout') {
		const call = { method: 'put', route: `/6/{hashid}/stats/${kind}`, path: { hashid }, keepalive: true } as const;
		return (event: object = {}, callOptions?: CallOptions) =>
			send(options, { ...call, body: { ...shopper, ...event } as never }, callOptions);
	}
	function changeCart(method: 'put' | 'patch' | 'delete', event: object | undefined, callOptions?: CallOptions) {
		const body = (userId === undefined ? event : { user_id: userId, ...event }) as never;
		const path = { hashid, session_id };
		const call = { method, route: '/6/{hashid}/stats/cart/{session_id}', path, body, keepalive: true } as const;
		return send(options, call, callOptions);
	}

	return {
		init: register('init'),
		click: register('click'),
		redirect: register('redirect'),
		image: register('image'),
		checkout: register('checkout'),
		addToCart: (event, callOptions) => changeCart('put', event, callOptions),
		removeFromCart: (event, callOptions) => changeCart('patch', event, callOptions),
		clearCart: (callOptions) => changeCart('delete', undefined, callOptions),
	};
}
