/** Search and suggestions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { readEventClient } from '../shared/event-client.ts';
import { servicesOf } from './admission.ts';
import { describeSearchOperation, readParameters } from './describe-search-operation.ts';
import { parseSearchRequest, parseSuggestRequest } from './search-parameters.ts';
import * as schema from './search-schema.ts';
import { type SearchAnswer, toSearchBytes } from './search-wire.ts';

export function addSearchRoutes(app: App): void {
	const operation = { summary: 'Search for items', tag: 'Search', response: schema.searchAnswer } as const;
	const { searchParameters, searchBody, suggestParameters, suggestions } = schema;
	app.get(
		'/_search',
		describeSearchOperation({ id: 'search', ...operation, querystring: searchParameters }),
		answerSearch,
	);
	app.post('/_search', describeSearchOperation({ id: 'searchByBody', ...operation, body: searchBody }), answerSearch);
	app.get(
		'/_suggest',
		describeSearchOperation({
			id: 'suggest',
			summary: 'Complete what is being typed',
			tag: 'Search',
			countsAs: 'suggestion',
			querystring: suggestParameters,
			response: suggestions,
		}),
		async (request) => {
			const asked = parseSuggestRequest(readParameters(request));
			const found = unwrap(
				await servicesOf(request.zone).products.suggest(request.searchEngine, asked, readEventClient(request)),
			);
			return [...found];
		},
	);
}

async function answerSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	return sendBytes(reply, await answerBytes(request, readParameters(request)));
}

/** Runs the search that the parameters describe, and answers. */
export async function sendSearch(
	request: FastifyRequest,
	reply: FastifyReply,
	{ parameters, asked }: { readonly parameters: ParameterNode; readonly asked: SearchRequest },
) {
	return sendBytes(reply, await runSearch(request, parameters, asked));
}

/**
 * The answer to the search that the parameters describe, as JSON.
 * @throws {FailureError} that of the search
 */
export async function answerBytes(request: FastifyRequest, parameters: ParameterNode): Promise<Buffer> {
	return runSearch(request, parameters, parseSearchRequest(parameters));
}

async function runSearch(request: FastifyRequest, parameters: ParameterNode, asked: SearchRequest): Promise<Buffer> {
	const { searchEngine: engine, zone, session } = request;
	// What somebody tries in the dashboard is no search of a shopper.
	const run = session ? { ...asked, isRecorded: false } : asked;
	const outcome = unwrap(await servicesOf(zone).products.search(engine, run, readEventClient(request)));
	return toAnswerBytes({ engine, request: asked, outcome }, parameters);
}

function toAnswerBytes(answer: Omit<SearchAnswer, 'queryCounter'>, parameters: ParameterNode): Buffer {
	return toSearchBytes({ ...answer, queryCounter: parseCounter(readText(parameters, 'query_counter')) });
}

export function sendOutcome(
	reply: FastifyReply,
	answer: Omit<SearchAnswer, 'queryCounter'>,
	parameters: ParameterNode,
): FastifyReply {
	return sendBytes(reply, toAnswerBytes(answer, parameters));
}

/** Bytes are sent unchanged: items are already text, and must not pass through a serialiser. */
function sendBytes(reply: FastifyReply, bytes: Buffer): FastifyReply {
	return reply.type('application/json; charset=utf-8').send(bytes);
}

/** Clients number their requests; an invalid number is no reason to refuse a search. */
function parseCounter(text = ''): number | undefined {
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
