/** Search and suggestions. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SearchOutcome } from '../../app/search/product-search.ts';
import type { SearchRequest } from '../../domain/query/search-request.ts';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type SharedRest, sendShared } from '../server/compression/compress-answer.ts';
import type { SharedAnswer } from '../server/kept-answers.ts';
import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { readEventClient } from '../shared/event-client.ts';
import { servicesOf } from './admission.ts';
import { awaitPosition } from './await-position.ts';
import { describeSearchOperation, readParameters } from './describe-search-operation.ts';
import { keepAnswer } from './keep-answer.ts';
import { parseSearchRequest, parseSuggestRequest } from './search-parameters.ts';
import * as schema from './search-schema.ts';
import { type SearchAnswer, toFirstBytes, toSharedAnswer } from './search-wire.ts';

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
			await awaitPosition(request);
			const found = unwrap(
				await servicesOf(request.zone).products.suggest(request.searchEngine, asked, readEventClient(request)),
			);
			return [...found];
		},
	);
}

async function answerSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const parameters = readParameters(request);
	return sendSearch(request, reply, { parameters, asked: parseSearchRequest(parameters) });
}

interface Asked {
	readonly parameters: ParameterNode;
	readonly asked: SearchRequest;
}

/** Runs the search that the parameters describe, and answers. */
export async function sendSearch(request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<FastifyReply> {
	return sendParts(request, reply, await runSearch(request, asked));
}

/**
 * The answer to the search that the parameters describe, as JSON.
 * @throws {FailureError} that of the search
 */
export async function answerBytes(request: FastifyRequest, parameters: ParameterNode): Promise<Buffer> {
	const { first, rest } = await runSearch(request, { parameters, asked: parseSearchRequest(parameters) });
	return Buffer.concat([first, rest.bytes]);
}

async function runSearch(request: FastifyRequest, { parameters, asked }: Asked): Promise<AnswerParts> {
	const { searchEngine: engine, zone, session } = request;
	// What somebody tries in the dashboard is no search of a shopper.
	const run = session ? { ...asked, isRecorded: false } : asked;
	const services = servicesOf(zone);
	await awaitPosition(request);
	const outcome = unwrap(await services.products.search(engine, run, readEventClient(request)));
	const answer = { engine, request: asked, outcome };
	return toParts(keepAnswer(services.keptAnswers, answer), outcome, parameters);
}

interface AnswerParts {
	readonly first: Buffer;
	readonly rest: SharedRest;
}

function toParts({ head, rest }: SharedAnswer, { queryId }: SearchOutcome, parameters: ParameterNode): AnswerParts {
	const queryCounter = parseCounter(readText(parameters, 'query_counter'));
	return { first: toFirstBytes(head, { queryCounter, queryId }), rest };
}

export function sendOutcome(
	request: FastifyRequest,
	reply: FastifyReply,
	{ answer, parameters }: { readonly answer: SearchAnswer; readonly parameters: ParameterNode },
): Promise<FastifyReply> {
	return sendParts(request, reply, toParts(toSharedAnswer(answer), answer.outcome, parameters));
}

/** Bytes are sent unchanged: items are already text, and must not pass through a serialiser. */
function sendParts(request: FastifyRequest, reply: FastifyReply, parts: AnswerParts): Promise<FastifyReply> {
	return sendShared(request, reply.type('application/json; charset=utf-8'), parts);
}

/** Clients number their requests; an invalid number is no reason to refuse a search. */
function parseCounter(text = ''): number | undefined {
	return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
