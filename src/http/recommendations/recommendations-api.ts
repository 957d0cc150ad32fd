/**
 * The recommendations API. Browsers call it, so its only credential is the widget id in the path; the calling page and
 * the caller's address decide the rest. An answer that the page may read says so with CORS headers.
 */
import assert from 'node:assert/strict';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { splitDfid } from '../../domain/item/dfid.ts';
import type { FailureCode } from '../../lib/failure.ts';
import { unwrap } from '../../lib/failure.ts';
import { toClientNetwork } from '../../lib/ip-address.ts';
import { answerPreflight } from '../server/allow-reading.ts';
import type { App } from '../server/app.ts';

import { readEventClient } from '../shared/event-client.ts';
import { toQueryReference } from '../shared/query-id.ts';
import { spendToken } from '../shared/spend-token.ts';
import { toWidgetRequest } from '../shared/widget-call.ts';

import { cartRouteSchema, widgetPath } from './cart-schema.ts';
import { clickRouteSchema } from './click-schema.ts';
import { widgetRouteSchema } from './widget-schema.ts';
import { toWidgetBytes } from './widget-wire.ts';

const uuidLength = 36;
/** Events need no key: one many times longer than any real event is not read. */
const eventBytesMax = 1024 * 1024;

const failures: readonly FailureCode[] = [
	'invalid',
	'forbidden',
	'not_found',
	'throttled',
	'overloaded',
	'wrong_host',
	'body_too_large',
];

export function addRecommendationsApi(app: App): void {
	app.register(
		async (scope) => {
			const { validatorCompiler: compile } = scope;
			assert(compile, 'the server has one before it has routes');
			// The widget id was checked before the body was read.
			scope.setValidatorCompiler((part) => (part.httpPart === 'params' ? () => true : compile(part)));
			scope.addHook('onRequest', admitShopper);
			addWidgetRoute(scope);
			addCartRoute(scope);
			addClickRoute(scope);
		},
		{ prefix: '/api/widget/:widget_id' },
	);
}

/** Rate limit, widget, address, page: the checks before the body. Sets `request.widget`. */
async function admitShopper(request: FastifyRequest): Promise<void> {
	const { zone, headers } = request;
	// The browser itself sends preflights, and they change nothing: they cost no token, and the actual call is checked.
	if (request.method === 'OPTIONS') return;
	const { widget_id: widgetId } = request.params as { widget_id: string };
	// Upper and lower case name the same widget, so they share a bucket. The key is cut, because any text may be here and
	// keys are kept for a while.
	const bucketKey = `${widgetId.slice(0, uuidLength).toLowerCase()} ${toClientNetwork(request.ip)}`;
	spendToken(zone.publicLimiter, bucketKey);
	const { origin, referer } = headers;
	request.widget = unwrap(await zone.admitShopper({ widgetId, clientIp: request.ip, origin, referer }));
}

/** Common to the routes that record events. */
const eventRoute = {
	bodyLimit: eventBytesMax,
	config: { family: 'recommendations', access: 'widget', failures } satisfies FastifyContextConfig,
};

/** For the route that also searches. */
const widgetRoute = {
	...eventRoute,
	config: {
		...eventRoute.config,
		failures: [...failures, 'timed_out', 'busy', 'unavailable'],
	} satisfies FastifyContextConfig,
};

function addWidgetRoute(app: App): void {
	app.post('', { ...widgetRoute, schema: widgetRouteSchema }, async (request, reply) => {
		const { zone, widget, body } = request;
		const call = { ...toWidgetRequest(body), ...readEventClient(request) };
		const answer = unwrap(await zone.recommending.recommend(widget, call));
		if (answer.engine !== undefined) zone.callCounter.add(answer.engine.hashid, 'recommendation');
		const bytes = toWidgetBytes({ answer, priceName: body.price_name });
		// Bytes are sent unchanged: items are already text, and must not pass through a serialiser.
		return (reply as FastifyReply).type('application/json; charset=utf-8').send(bytes);
	});
	addPreflight(app, '');
}

function addCartRoute(app: App): void {
	app.post('/cart', { ...eventRoute, schema: cartRouteSchema }, async (request) => {
		const { session_id: sessionId, title, amount = 1, price, dfid } = request.body;
		const reference = toQueryReference(request.body.query_id);
		const { zone, widget } = request;
		const addition = { sessionId, dfid: splitDfid(dfid), title, amount, price, ...reference };
		return { status: await zone.cart.record(widget.widget, readEventClient(request), addition) };
	});
	addPreflight(app, '/cart');
}

function addClickRoute(app: App): void {
	app.post('/click', { ...eventRoute, schema: clickRouteSchema }, async (request) => {
		const { session_id: sessionId, user_id: userId = null, position = null, dfid } = request.body;
		const { zone, widget } = request;
		const reference = toQueryReference(request.body.query_id);
		const shopper = { sessionId, userId, ...readEventClient(request), ...reference };
		return { status: await zone.widgetEvents.recordClick(widget.widget, shopper, { dfid: splitDfid(dfid), position }) };
	});
	addPreflight(app, '/click');
}

function addPreflight(app: App, path: string): void {
	app.options(
		path,
		{
			schema: { hide: true, params: widgetPath },
			config: { family: 'recommendations', access: 'widget', failures },
		},
		async (_request, reply) => answerPreflight(reply, 'POST, OPTIONS'),
	);
}
