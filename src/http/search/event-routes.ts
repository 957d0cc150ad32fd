/** The event operations: a shop's page tells what its shopper did. Parameters come in the query, the body, or both. */
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Shopper } from '../../app/search/shopper-events.ts';
import type { ShopperAction } from '../../domain/event/shopper-event.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { readEventClient } from '../server/event-client.ts';
import { servicesOf } from './admission.ts';
import { describeSearchOperation, readParameters } from './describe-search-operation.ts';
import * as parse from './event-parameters.ts';
import type { ParameterNode } from './parameter-node.ts';
import { parseSession } from './search-parameters.ts';
import { registered, session } from './search-schema.ts';

export const registeredAnswer = { status: 'registered' } as const;
const text = Type.Optional(Type.String());

/** Records one event; what it is about is read from the parameters. */
export type Recording = (request: FastifyRequest, parameters: ParameterNode) => Promise<unknown>;

export function addEventRoutes(app: App): void {
	addEventRoute(app, 'init', { summary: 'A session began', parameters: {} }, recordInit);

	const click = { dfid: text, query: text, position: text, resource_id: text, custom_results_id: text };
	addEventRoute(app, 'click', { summary: 'A result was clicked', parameters: click }, recordClick);

	for (const kind of ['redirect', 'image'] as const) {
		const summary = kind === 'redirect' ? 'A redirection was followed' : 'An image was clicked';
		addEventRoute(app, kind, { summary, parameters: { id: text, query: text } }, (request, parameters) =>
			record(request, parameters, parse.parseTarget(parameters, kind)),
		);
	}

	const sources = { sources: Type.Optional(Type.Array(Type.String())) };
	addEventRoute(app, 'checkout', { summary: 'A cart was checked out', parameters: sources }, (request, parameters) =>
		record(request, parameters, parse.parseCheckout(parameters)),
	);
	addCartRoutes(app);
}

function addEventRoute(
	app: App,
	name: string,
	{ summary, parameters }: { readonly summary: string; readonly parameters: Parameters<typeof Type.Object>[0] },
	recording: Recording,
): void {
	const id = `register${name[0]?.toUpperCase()}${name.slice(1)}`;
	const body = Type.Object({ ...parameters, ...session });
	const described = describeSearchOperation({ id, summary, tag: 'Events', body, response: registered });
	const handler = async (request: FastifyRequest) => {
		await recording(request, readParameters(request));
		return registeredAnswer;
	};
	app.put(`/stats/${name}`, described, handler);
	// One client's general call for events is a GET.
	app.get(`/stats/${name}`, { ...described, schema: { hide: true } }, handler);
}

const toClearing = (): ShopperAction => ({ kind: 'cart_clearing' });
const cartMethods = [
	{ method: 'PUT', id: 'addToCart', summary: 'Add an item to the cart', parseAction: parse.parseCartAddition },
	{ method: 'PATCH', id: 'removeFromCart', summary: 'Take some of an item', parseAction: parse.parseCartRemoval },
	{ method: 'DELETE', id: 'clearCart', summary: 'Empty the cart', parseAction: toClearing },
] as const;

function addCartRoutes(app: App): void {
	const fields = Type.Object({ id: text, index: text, title: text, amount: text, price: text, ...session });
	for (const { method, id, summary, parseAction } of cartMethods) {
		app.route({
			method,
			url: '/stats/cart/:session_id',
			...describeSearchOperation({
				id,
				summary,
				tag: 'Events',
				path: { session_id: Type.String() },
				body: fields,
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

/** The session of a cart is the one in its path, whatever else a client says. */
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

function toShopper(request: FastifyRequest, parameters: ParameterNode): Shopper {
	return { ...parseSession(parameters), ...readEventClient(request) };
}
