import type { FastifyRequest } from 'fastify';
import type { EventClient } from '../../domain/event/shopper-event.ts';

/** A shop's server, which speaks for many shoppers: its address and its user agent say nothing of them. */
const shopServer: EventClient = { clientKey: null, isBot: false };

/** Who sent an event. A caller that has a key is the shop itself. */
export function readEventClient({ zone, ip, headers, principal }: FastifyRequest): EventClient {
	return principal ? shopServer : zone.identifyClient({ ip: withoutPort(ip), userAgent: headers['user-agent'] });
}

/** Some proxies write the port along: `203.0.113.7:51312`, `[2001:db8::1]:443`. The address is what limits and lists know. */
export function withoutPort(address: string): string {
	const [, v6, v4] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(address) ?? [];
	return v6 ?? v4 ?? address;
}
