import type { FastifyRequest } from 'fastify';
import type { EventClient } from '../../domain/event/shopper-event.ts';

/** A shop's server, which speaks for many shoppers: its address and its user agent say nothing of them. */
const shopServer: EventClient = { clientKey: null, isBot: false };

/** Who sent an event. A caller that has a key is the shop itself. */
export function readEventClient({ zone, ip, headers, principal }: FastifyRequest): EventClient {
	return principal ? shopServer : zone.identifyClient({ ip, userAgent: headers['user-agent'] });
}
