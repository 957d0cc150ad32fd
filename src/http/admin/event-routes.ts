/** The events of the caller's account: the shop reads its own, and shows or erases a shopper's on request. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { searchEnginePath } from '../shared/target-paths.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import * as exporting from './event-export-wire.ts';
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

	app.get(
		'/search_engines/:hashid/events/_export',
		describeOwnerOperation(
			{
				id: 'exportEvents',
				summary: 'Export the events of a search engine as JSON lines or CSV',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: searchEnginePath, querystring: exporting.exportQuery, response: { 200: exporting.exportOutput } },
		),
		async (request, reply) => {
			const { zone, principal, params, query } = request;
			const asked = exporting.toExportRequest(params.hashid, query);
			const batches = unwrap(await zone.eventExporter.export(principal, asked));
			// The framework would read all of it to answer HEAD.
			const texts = request.method === 'HEAD' ? [] : exporting.toExportTexts(query, batches);
			return sendTexts(reply, exporting.toExportType(query), texts);
		},
	);

	// The shopper is named in the body, because addresses are logged on their way.
	app.post(
		'/events/_of_shopper',
		describeOwnerOperation(
			{
				id: 'showEvents',
				isReading: true,
				summary: 'Everything that is stored of a session or a user',
				tag,
				failures: [...bodyFailures, 'not_found'],
			},
			{ body: wire.shopperInput, response: { 200: wire.shopperOutput } },
		),
		async (request, reply) => {
			const { zone, principal, body } = request;
			const chunks = unwrap(await zone.eventShower.show(principal, wire.toShopperRequest(body)));
			return sendTexts(reply, 'application/json; charset=utf-8', wire.toShopperTexts(body, chunks));
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

/** Sends texts as the client takes them; when it leaves, no more are made. */
function sendTexts(
	reply: unknown,
	contentType: string,
	texts: AsyncIterable<string> | readonly string[],
): FastifyReply {
	return (reply as FastifyReply).type(contentType).send(Readable.from(texts, { objectMode: false }));
}
