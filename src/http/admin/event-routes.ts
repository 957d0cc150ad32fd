/** The events of the caller's account: the shop reads its own, and shows or erases a shopper's on request. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { searchEnginePath } from '../shared/target-paths.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import * as wire from './event-wire.ts';

export function addEventRoutes(app: App): void {
	const tag = 'Events';

	app.get(
		'/search_engines/:hashid/events',
		describeOwnerOperation(
			{
				id: 'listEvents',
				summary: 'Page through the events of a search engine',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: searchEnginePath, querystring: wire.pageQuery, response: { 200: wire.pageOutput } },
		),
		async (request) => {
			const { zone, principal, params, query } = request;
			const page = { after: wire.fromCursor(query.after), countMax: query.limit };
			return wire.toPageWire(unwrap(await zone.eventReader.read(principal, params.hashid, page)));
		},
	);

	// The shopper is named in the body, because addresses are logged on their way.
	app.post(
		'/events/_of_shopper',
		describeOwnerOperation(
			{
				id: 'showEvents',
				summary: 'Everything that is stored of a session or a user',
				tag,
				failures: [...bodyFailures, 'not_found'],
			},
			{ body: wire.shopperInput, response: { 200: wire.shopperOutput } },
		),
		async (request, reply) => {
			const { zone, principal, body } = request;
			const chunks = unwrap(await zone.eventShower.show(principal, wire.toShopperRequest(body)));
			const text = Readable.from(wire.toShopperTexts(body, chunks), { objectMode: false });
			// A stream is sent unchanged, as it is made.
			return (reply as FastifyReply).type('application/json; charset=utf-8').send(text);
		},
	);

	app.delete(
		'/events',
		describeOwnerOperation(
			{
				id: 'eraseEvents',
				summary: 'Erase everything that a session or a user did',
				tag,
				failures: [...bodyFailures, 'not_found'],
			},
			{ body: wire.shopperInput, response: { 200: wire.erasureOutput } },
		),
		async (request) => {
			const { zone, principal, body } = request;
			return { erased: unwrap(await zone.eventEraser.erase(principal, wire.toShopperRequest(body))) };
		},
	);
}
