/** Search engines: list, create, read, change, delete. */
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { describeOperation, type Operation } from '../shared/describe-operation.ts';
import { noContent } from '../shared/plain-answers.ts';
import { searchEnginePath } from '../shared/target-paths.ts';
import * as wire from './search-engine-wire.ts';
import { readUrlHost, toSocketHost } from './url-host.ts';

const tag = 'Search engines';

interface Details extends FastifyContextConfig {
	readonly failures: Operation['failures'];
}

function describe(id: string, summary: string, { failures, ...config }: Details) {
	return { id, summary, tag, failures, config };
}

/** @param publicUrl where shoppers reach the server, if the request does not show that. */
export function addSearchEngineRoutes(app: App, publicUrl: string | undefined): void {
	const list = describe('listSearchEngines', 'List the search engines of the account', {
		failures: ['timed_out'],
		isForEveryMember: true,
	});
	app.get('/', describeOperation(list, { response: { 200: Type.Array(wire.searchEngineOutput) } }), async (request) => {
		const engines = await request.zone.searchEngines.list(request.principal);
		const url = toSearchUrl(request, publicUrl);
		return engines.map((engine) => wire.toSearchEngineWire(engine, url));
	});

	const create = describe('createSearchEngine', 'Create a search engine', { failures: ['invalid', 'timed_out'] });
	app.post(
		'/',
		describeOperation(create, { body: wire.searchEngineInput, response: { 201: wire.searchEngineOutput } }),
		async (request, reply) => {
			const settings = unwrap(wire.parseSearchEngine(request.body));
			const engine = unwrap(await request.zone.searchEngines.create(request.principal, settings));
			return reply.code(201).send(wire.toSearchEngineWire(engine, toSearchUrl(request, publicUrl)));
		},
	);

	const read = describe('readSearchEngine', 'Read a search engine', {
		failures: ['not_found', 'timed_out'],
		target: 'search engine',
		isForEveryMember: true,
	});
	app.get(
		'/:hashid',
		describeOperation(read, { params: searchEnginePath, response: { 200: wire.searchEngineOutput } }),
		async (request) => wire.toSearchEngineWire(request.searchEngine, toSearchUrl(request, publicUrl)),
	);

	const update = describe('updateSearchEngine', 'Change a search engine', {
		failures: ['invalid', 'not_found', 'timed_out', 'locked'],
		target: 'search engine',
		isLocked: true,
	});
	app.patch(
		'/:hashid',
		describeOperation(update, {
			params: searchEnginePath,
			body: wire.searchEngineChangeInput,
			response: { 200: wire.searchEngineOutput },
		}),
		async (request) => {
			const change = unwrap(wire.parseSearchEngineChange(request.body));
			const engine = unwrap(await request.zone.searchEngines.update(request.searchEngine, change));
			return wire.toSearchEngineWire(engine, toSearchUrl(request, publicUrl));
		},
	);

	const remove = describe('deleteSearchEngine', 'Delete a search engine with all its indices', {
		failures: ['not_found'],
		target: 'search engine',
	});
	app.delete(
		'/:hashid',
		describeOperation(remove, { params: searchEnginePath, response: { 204: noContent } }),
		async (request, reply) => {
			unwrap(await request.zone.searchEngines.remove(request.searchEngine));
			return reply.code(204).send(null);
		},
	);
}

/** A zone host has a search host for its zone; any other host serves the search API itself. */
function toSearchUrl(request: FastifyRequest, publicUrl: string | undefined): string {
	if (publicUrl !== undefined) return publicUrl;
	const host = readUrlHost(request) ?? toSocketHost(request);
	return `${request.protocol}://${host.replace(/^([a-z]{2}\d)-api\./i, '$1-search.')}`;
}
