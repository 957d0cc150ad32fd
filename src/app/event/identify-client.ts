/** What is kept of who sent an event: whether it counts may depend on that, and nothing of it may name a person. */
import { isBotUserAgent } from '../../domain/event/bot-user-agent.ts';
import type { EventClient } from '../../domain/event/shopper-event.ts';
import { memoize } from '../../lib/cache.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { ClientKeys } from '../../ports/client-keys.ts';
import type { Clock } from '../../ports/clock.ts';

/** A caller without a key: a shopper's browser, or what says so. */
export interface PublicCall {
	readonly ip: string;
	readonly userAgent: string | undefined;
}

export type IdentifyClient = (call: PublicCall) => EventClient;

/** Matching takes some microseconds, and shoppers have few different browsers. */
const userAgentsKept = { entriesMax: 1000, textLengthMax: 512 };

export function createClientIdentifier(clientKeys: ClientKeys, clock: Clock): IdentifyClient {
	const isBot = memoize(isBotUserAgent, userAgentsKept);
	return ({ ip, userAgent = '' }) => ({
		clientKey: clientKeys.toClientKey(toClientNetwork(ip), clock.nowMs()),
		isBot: isBot(userAgent),
	});
}
