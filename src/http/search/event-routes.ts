/** The event operations: a shop's page reports what its shopper did. Parameters come in the query, the body, or both. */
import type { FastifyRequest } from 'fastify';
import { type TObject, Type } from 'typebox';
import type { EventOrigin } from '../../domain/event/event-origin.ts';
import type { ShopperAction } from '../../domain/event/shopper-event.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import type { ParameterNode } from '../server/parameter-node.ts';
import { readEventClient } from '../shared/event-client.ts';
import { servicesOf } from './admission.ts';
import { describeSearchOperation, hashid, readParameters } from './describe-search-operation.ts';
import * as parse from './event-parameters.ts';
import * as schema from './event-schema.ts';
import { parseSession } from './search-parameters.ts';
import { registered } from './search-schema.ts';

export const registeredAnswer = { status: 'registered' } as const;

/** Records one event, as described by the parameters. */
export type Recording = (request: FastifyRequest, parameters: ParameterNode) => Promise<unknown>;

export function addEventRoutes(app: App): void {
	addEventRoute(app, { name: 'init', summary: 'A session began', body: schema.init }, recordInit);
	addEventRoute(app, { name: 'click', summary: 'A result was clicked', body: schema.click }, recordClick);
	addEventRoute(
		app,
		{ name: 'redirect', summary: 'A redirection was followed', body: schema.redirect },
		recordTarget('redirect'),
	);
	addEventRoute(app, { name: 'image', summary: 'An image was clicked', body: schema.image }, recordTarget('image'));
	addEventRoute(
		app,
		{ name: 'checkout', summary: 'A cart was checked out', body: schema.checkout },
		(request, parameters) => record(request, parameters, parse.parseCheckout(parameters)),
	);
	addCartRoutes(app);
}

function recordTarget(kind: 'redirect' | 'image'): Recording {
	return (request, parameters) => record(request, parameters, parse.parseTarget(parameters, kind));
}

interface EventRoute {
	/** The last part of its path. */
	readonly name: string;
	readonly summary: string;
	readonly body: TObject;
}

function addEventRoute(app: App, { name, summary, body }: EventRoute, recording: Recording): void {
	const id = `register${name[0]?.toUpperCase()}${name.slice(1)}`;
	const operation = { tag: 'Events', response: registered } as const;
	const handler = async (request: FastifyRequest) => {
		await recording(request, readParameters(request));
		return registeredAnswer;
	};
	app.put(`/stats/${name}`, describeSearchOperation({ ...operation, id, summary, body }), handler);
	// One client's generic call for events is a GET.
	const byGet = { id: `${id}ByGet`, summary: `${summary}: as a GET, for older clients`, isDeprecated: true };
	const querystring = Type.Object(body.properties);
	app.get(`/stats/${name}`, describeSearchOperation({ ...operation, ...byGet, querystring }), handler);
}

const toClearing = (): ShopperAction => ({ kind: 'cart_clearing' });
const cartMethods = [
	{
		method: 'PUT',
		id: 'addToCart',
		summary: 'Add an item to the cart',
		body: schema.cartAddition,
		parseAction: parse.parseCartAddition,
	},
	{
		method: 'PATCH',
		id: 'removeFromCart',
		summary: 'Take some of an item out of the cart',
		body: schema.cartRemoval,
		parseAction: parse.parseCartRemoval,
	},
	{ method: 'DELETE', id: 'clearCart', summary: 'Empty the cart', body: schema.cartClearing, parseAction: toClearing },
] as const;

function addCartRoutes(app: App): void {
	for (const { method, id, summary, body, parseAction } of cartMethods) {
		app.route({
			method,
			url: '/stats/cart/:session_id',
			...describeSearchOperation({
				id,
				summary,
				tag: 'Events',
				path: { hashid, session_id: schema.sessionId },
				body,
				response: registered,
			}),
			handler: async (request) => {
				const parameters = withPathSession(request, readParameters(request));
				await record(request, parameters, parseAction(parameters, request.searchEngine));
				return registeredAnswer;
			},
		});
	}
}

/** The path names the session of a cart and overrides any other `session_id`. */
function withPathSession({ params }: FastifyRequest, { values, children }: ParameterNode): ParameterNode {
	const { session_id: sessionId } = params as { session_id: string };
	return { values, children: new Map([...children, ['session_id', { values: [sessionId], children: new Map() }]]) };
}

export async function recordInit(request: FastifyRequest, parameters: ParameterNode): Promise<void> {
	parse.requireFields(parameters, ['session_id']);
	await record(request, parameters, { kind: 'init' });
}

export async function recordClick(request: FastifyRequest, parameters: ParameterNode): Promise<void> {
	const { zone, searchEngine } = request;
	const clicked = parse.parseClick(parameters, searchEngine.hashid);
	unwrap(await servicesOf(zone).events.recordClick(searchEngine, toShopper(request, parameters), clicked));
}

export function record(request: FastifyRequest, parameters: ParameterNode, action: ShopperAction) {
	const { zone, searchEngine } = request;
	return servicesOf(zone).events.record(searchEngine, toShopper(request, parameters), action);
}

function toShopper(request: FastifyRequest, parameters: ParameterNode): EventOrigin {
	const { zone, principal } = request;
	// Only a shop itself is believed about another time.
	const occurrence = principal ? parse.parseOccurrence(parameters, zone.clock.nowMs()) : {};
	return {
		...parseSession(parameters),
		...readEventClient(request),
		...parse.parseQueryId(parameters),
		...occurrence,
	};
}
