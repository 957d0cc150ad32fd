/** A shop's server reports what its pages saw. */
import type { FastifyRequest } from 'fastify';
import type { EventOrigin } from '../../domain/event/event-origin.ts';
import { type EventClient, unknownClient } from '../../domain/event/shopper-event.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { describeOperation, type OperationParts } from '../shared/describe-operation.ts';
import * as wire from './registration-wire.ts';

const answer = { status: 'registered' } as const;
/** Many times longer than any real report. */
const bodyBytesMax = 1024 * 1024;

export function addRegistrationRoutes(app: App): void {
	app.post(
		'/carts',
		describe('registerCart', 'Replace what is in the cart of a session', { body: wire.cartInput }),
		async (request) => {
			const { zone, principal, body } = request;
			const engine = unwrap(await zone.searchEngines.open(principal, body.hashid, 'cached'));
			const replacement = wire.toCartReplacement(body, engine);
			await zone.shopEvents.record(engine, toOrigin(request), [replacement]);
			return answer;
		},
	);

	app.post(
		'/sales',
		describe('registerSale', 'Check out the cart of a session', { body: wire.saleInput }),
		async (request) => {
			const { zone, principal, body } = request;
			const engine = unwrap(await zone.searchEngines.open(principal, body.hashid, 'cached'));
			const checkout = { kind: 'checkout', sources: [], hasInit: body.has_init ?? true } as const;
			await zone.shopEvents.record(engine, toOrigin(request), [checkout]);
			return answer;
		},
	);

	app.post('/visit', describe('registerVisit', 'A page was visited', { body: wire.visitInput }), async (request) => {
		const { zone, principal, body } = request;
		unwrap(await zone.shopEvents.recordVisit(principal, toOrigin(request), wire.toVisit(body)));
		return answer;
	});
}

function describe<T extends OperationParts>(id: string, summary: string, parts: T) {
	const operation = {
		...({ id, summary, tag: 'Statistics', failures: ['invalid', 'not_found', 'timed_out'] } as const),
		config: { family: 'statistics' },
	} as const;
	return { ...describeOperation(operation, { ...parts, response: { 200: wire.registered } }), bodyLimit: bodyBytesMax };
}

type Report = Parameters<typeof wire.toOccasion>[0] & {
	readonly ip?: string | null;
	readonly user_agent?: string | null;
};

function toOrigin({ zone, body }: Pick<FastifyRequest, 'zone'> & { readonly body: Report }): EventOrigin {
	return { ...wire.toOccasion(body, zone.clock.nowMs()), ...readReportedClient(zone, body) };
}

/** The shopper's own browser, where the shop says which one it was. */
function readReportedClient(
	{ describeClient }: FastifyRequest['zone'],
	{ ip, user_agent: userAgent }: Report,
): EventClient {
	if (!ip && !userAgent) return unknownClient;
	return describeClient({ ip: ip ?? undefined, userAgent: userAgent ?? undefined });
}
