/**
 * The recommendations API: called by browsers, so its credential is the widget id in the path, and the page and the
 * address of the caller decide the rest. A reply that a page may read says so with CORS headers.
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
import { spendToken } from '../shared/spend-token.ts';
import { toWidgetRequest } from '../shared/widget-call.ts';

import { cartRouteSchema, widgetPath } from './cart-schema.ts';
import { clickRouteSchema } from './click-schema.ts';
import { widgetRouteSchema } from './widget-schema.ts';
import { createWidgetAnswerWriter } from './widget-wire.ts';

const uuidLength = 36;
/** Anybody can send events: one that is many times longer than any real one is not worth reading. */
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

/** Rate limit, widget, address, page: the checks that come before the body. Sets `request.widget`. */
async function admitShopper(request: FastifyRequest): Promise<void> {
	const { zone, headers } = request;
	// A preflight is the browser's own call and allows only to ask: it costs no token, and the call itself is checked.
	if (request.method === 'OPTIONS') return;
	const { widget_id: widgetId } = request.params as { widget_id: string };
	// Upper and lower case are one widget, so they share a bucket; cut, as any text may stand here and is kept a while.
	const bucketKey = `${widgetId.slice(0, uuidLength).toLowerCase()} ${toClientNetwork(request.ip)}`;
	spendToken(zone.publicLimiter, bucketKey);
	const { origin, referer } = headers;
	request.widget = unwrap(await zone.admitShopper({ widgetId, clientIp: request.ip, origin, referer }));
}

/** What the routes that record events have in common. */
const eventRoute = {
	bodyLimit: eventBytesMax,
	config: { family: 'recommendations', access: 'widget', failures } satisfies FastifyContextConfig,
};

/** Of the route that searches besides. */
const widgetRoute = {
	...eventRoute,
	config: {
		...eventRoute.config,
		failures: [...failures, 'timed_out', 'busy', 'unavailable'],
	} satisfies FastifyContextConfig,
};

function addWidgetRoute(app: App): void {
	const writeAnswer = createWidgetAnswerWriter();
	app.post('', { ...widgetRoute, schema: widgetRouteSchema }, async (request, reply) => {
		const { zone, widget, body } = request;
		const call = { ...toWidgetRequest(body), ...readEventClient(request) };
		const answer = unwrap(await zone.recommending.recommend(widget, call));
		const bytes = writeAnswer({ answer, priceName: body.price_name });
		// Bytes go out as they are: items are text already, and must not pass through a serialiser.
		return (reply as FastifyReply).type('application/json; charset=utf-8').send(bytes);
	});
	addPreflight(app, '');
}

function addCartRoute(app: App): void {
	app.post('/cart', { ...eventRoute, schema: cartRouteSchema }, async (request) => {
		const { session_id: sessionId, title, amount = 1, price, dfid } = request.body;
		const { zone, widget } = request;
		const addition = { sessionId, dfid: splitDfid(dfid), title, amount, price };
		return { status: await zone.cart.record(widget.widget, readEventClient(request), addition) };
	});
	addPreflight(app, '/cart');
}

function addClickRoute(app: App): void {
	app.post('/click', { ...eventRoute, schema: clickRouteSchema }, async (request) => {
		const { session_id: sessionId, user_id: userId = null, position = null, dfid } = request.body;
		const { zone, widget } = request;
		const shopper = { sessionId, userId, ...readEventClient(request) };
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
