/**
 * What is stored about the sender of an event. Statistics and the rules for bots and floods need it, and it must not
 * identify a person: neither the address nor the user agent is stored.
 */
import { isBotUserAgent } from '../../domain/event/bot-user-agent.ts';
import { toDeviceClass } from '../../domain/event/device-class.ts';
import type { EventClient } from '../../domain/event/shopper-event.ts';
import { memoize } from '../../lib/cache.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import type { ClientKeys } from '../../ports/client-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locator } from '../../ports/locator.ts';

/** What shows the shopper's browser. */
interface Browser {
	readonly userAgent: string | undefined;
	/** The header `Sec-CH-UA-Mobile`. A tablet denies it, so that `?0` says nothing. */
	readonly mobileHint?: unknown;
}

/** A caller without a key: a shopper's browser, or a program that claims to be one. */
export interface PublicCall extends Browser {
	readonly ip: string;
}

/** A shopper's browser as a shop's server describes it. */
export interface ReportedBrowser extends Browser {
	/** In any spelling; undefined if the shop does not say. */
	readonly ip: string | undefined;
}

export interface ClientIdentifier {
	identifyClient(call: PublicCall): EventClient;
	/** Its network has no key: whoever has an API key floods nobody. */
	describeClient(browser: ReportedBrowser): EventClient;
}

/** Matching takes some microseconds, and shoppers use few different browsers. */
const userAgentsKept = { entriesMax: 1000, textLengthMax: 512 };

interface Dependencies {
	readonly clientKeys: ClientKeys;
	readonly locator: Locator;
	readonly clock: Clock;
}

export function createClientIdentifier({ clientKeys, locator, clock }: Dependencies): ClientIdentifier {
	const read = memoize(readUserAgent, userAgentsKept);

	function describeClient({ ip, userAgent = '', mobileHint }: ReportedBrowser): EventClient {
		const { isBot, device } = read(userAgent);
		return {
			clientKey: null,
			isBot,
			device: mobileHint === '?1' ? 'mobile' : device,
			location: ip === undefined ? null : locator.locate(ip),
		};
	}

	return {
		identifyClient: (call) => ({
			...describeClient(call),
			clientKey: clientKeys.toClientKey(toClientNetwork(call.ip), clock.nowMs()),
		}),
		describeClient,
	};
}

function readUserAgent(userAgent: string) {
	return { isBot: isBotUserAgent(userAgent), device: toDeviceClass(userAgent) };
}
