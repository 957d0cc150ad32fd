import type { FastifyRequest } from 'fastify';
import type { EventClient } from '../../domain/event/shopper-event.ts';

/** A shop's server acts for many shoppers: its address and its user agent say nothing about them. */
const shopServer: EventClient = { clientKey: null, isBot: false };

/** The sender of an event. A caller with a key is the shop itself. */
export function readEventClient({ zone, ip, headers, principal }: FastifyRequest): EventClient {
	return principal ? shopServer : zone.identifyClient({ ip, userAgent: headers['user-agent'] });
}
