/**
 * What is stored about the sender of an event. The rules for bots and floods need it, and it must not identify a person.
 */
import { isBotUserAgent } from '../../domain/event/bot-user-agent.ts';
import type { EventClient } from '../../domain/event/shopper-event.ts';
import { memoize } from '../../lib/cache.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { ClientKeys } from '../../ports/client-keys.ts';
import type { Clock } from '../../ports/clock.ts';

/** A caller without a key: a shopper's browser, or a program that claims to be one. */
export interface PublicCall {
	readonly ip: string;
	readonly userAgent: string | undefined;
}

export type IdentifyClient = (call: PublicCall) => EventClient;

/** Matching takes some microseconds, and shoppers use few different browsers. */
const userAgentsKept = { entriesMax: 1000, textLengthMax: 512 };

export function createClientIdentifier(clientKeys: ClientKeys, clock: Clock): IdentifyClient {
	const isBot = memoize(isBotUserAgent, userAgentsKept);
	return ({ ip, userAgent = '' }) => ({
		clientKey: clientKeys.toClientKey(toClientNetwork(ip), clock.nowMs()),
		isBot: isBot(userAgent),
	});
}
