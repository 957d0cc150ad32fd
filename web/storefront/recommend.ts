/** A call of the recommendations API. With a session, it also reports the view of the page's product. */
import { asJson, type Caller, readAnswer, readUser, withTimeout } from './call-server.ts';
import { readSession } from './shopper.ts';
import type { WidgetAnswer } from './wire.ts';

export interface WidgetQuestion {
	readonly widgetId: string;
	readonly pageUrl: string;
	/** A language tag. */
	readonly language: string;
	/** As `dfid` of answers has them. */
	readonly cartItems: readonly string[];
}

/** @throws {Error} when there is no answer, or a refusal; an `AbortError` when `signal` called it off */
export async function recommend(
	{ host, server, engine }: Caller,
	{ widgetId, pageUrl, language, cartItems }: WidgetQuestion,
	signal: AbortSignal,
): Promise<WidgetAnswer> {
	const session = readSession(host);
	const body = {
		current_url: pageUrl,
		language,
		...(session === undefined ? {} : { session_id: session, ...readUser(host) }),
		...(cartItems.length > 0 ? { cart_items: cartItems.map((dfid) => ({ dfid })) } : {}),
		...(engine === '' ? {} : { hashid: engine }),
	};
	const address = `${server}api/widget/${encodeURIComponent(widgetId)}`;
	return readAnswer(await fetch(address, { ...asJson('POST', body), signal: withTimeout(signal) }));
}
