/** What is kept of who sent an event: whether it counts may depend on that, and nothing of it may name a person. */
import { isBotUserAgent } from '../../domain/event/bot-user-agent.ts';
import type { EventClient } from '../../domain/event/shopper-event.ts';
import { toClientNetwork } from '../../lib/client-network.ts';
import type { ClientKeys } from '../../ports/client-keys.ts';
import type { Clock } from '../../ports/clock.ts';

/** A caller without a key: a shopper's browser, or what says so. */
export interface PublicCall {
	readonly ip: string;
	readonly userAgent: string | undefined;
}

export type IdentifyClient = (call: PublicCall) => EventClient;

/** Matching takes some microseconds, and shoppers have few different browsers. */
const rememberedMax = 1000;
const rememberedLengthMax = 512;

export function createClientIdentifier(clientKeys: ClientKeys, clock: Clock): IdentifyClient {
	const remembered = new Map<string, boolean>();

	function isBot(userAgent: string): boolean {
		const known = remembered.get(userAgent);
		if (known !== undefined) return known;
		const answer = isBotUserAgent(userAgent);
		if (userAgent.length > rememberedLengthMax) return answer;
		if (remembered.size >= rememberedMax) remembered.clear();
		remembered.set(userAgent, answer);
		return answer;
	}

	return ({ ip, userAgent = '' }) => ({
		clientKey: clientKeys.toClientKey(toClientNetwork(ip), clock.nowMs()),
		isBot: isBot(userAgent),
	});
}
