import type { FastifyRequest } from 'fastify';
import { type EventClient, unknownClient } from '../../domain/event/shopper-event.ts';

/** The sender of an event. A caller with a key is the shop itself. */
export function readEventClient({ zone, ip, headers, principal }: FastifyRequest): EventClient {
	if (principal) return unknownClient;
	return zone.identifyClient({ ip, userAgent: headers['user-agent'], mobileHint: headers['sec-ch-ua-mobile'] });
}
