/**
 * Several searches in one call: each is parsed, counted against the rate limit, run and recorded as if it had come alone,
 * and a failure is the answer to its entry only.
 *
 *     entries   1 2 3 4 5 6 7      four run at a time, so that the texts of a few pages are in memory;
 *     lanes     1 5   2 6   3 7   4                    all of them share the time slices of one caller
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { multiSearchBytesMax, multiSearchMax } from '../../domain/query/query-limits.ts';
import { type Failure, FailureError, fail } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { toWireFailure } from '../server/failure-reply.ts';
import { toParameters } from '../server/parse-parameters.ts';
import { toListBytes } from '../shared/list-bytes.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';
import { component } from '../shared/schema-component.ts';
import { spendSearchToken } from './admission.ts';
import { describeSearchOperation } from './describe-search-operation.ts';
import { answerBytes } from './search-routes.ts';
import { searchAnswer, searchBody } from './search-schema.ts';

const multiSearchBody = component(
	'MultiSearchRequest',
	Type.Object({ requests: Type.Array(searchBody, { minItems: 1, maxItems: multiSearchMax }) }),
);

const entryFailure = component(
	'SearchFailure',
	Type.Object({
		error: Type.String({ examples: ['Invalid rpp'] }),
		status: Type.Integer({ description: 'The status of the search on its own', examples: [400] }),
		retry_after: Type.Optional(Type.Integer({ description: 'Seconds', examples: [1] })),
	}),
);

const multiSearchAnswer = component(
	'MultiSearchAnswer',
	Type.Object({
		results: Type.Array(Type.Union([searchAnswer, entryFailure]), { description: 'In the order of the requests' }),
	}),
);

export function addMultiSearchRoutes(app: App): void {
	app.post(
		'/_msearch',
		describeSearchOperation({
			id: 'multiSearch',
			summary: `Up to ${multiSearchMax} searches in one call`,
			tag: 'Search',
			body: multiSearchBody,
			response: multiSearchAnswer,
		}),
		answerSearches,
	);
}

const lanesMax = 4;

async function answerSearches(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const entries = parseEntries(request.body);
	const answers = new Array<Buffer>(entries.length);
	let next = 0;
	let byteCount = 0;
	async function runLane(): Promise<void> {
		for (let at = next++; at < entries.length; at = next++) {
			const isLong = byteCount > multiSearchBytesMax;
			const answer = isLong ? toFailureBytes(tooLarge) : await answerEntry(request, entries[at], at);
			byteCount += answer.length;
			answers[at] = answer;
		}
	}
	await Promise.all(Array.from({ length: Math.min(lanesMax, entries.length) }, runLane));
	return reply.type('application/json; charset=utf-8').send(toListBytes('{"results":[', answers));
}

/** @throws {FailureError} `invalid` */
function parseEntries(body: unknown): readonly unknown[] {
	const entries = typeof body === 'object' && body !== null && 'requests' in body ? body.requests : undefined;
	if (!Array.isArray(entries) || entries.length === 0)
		throw refuseParameter('requests', 'it must be a list of searches');
	if (entries.length > multiSearchMax) throw refuseParameter('requests', `there are more than ${multiSearchMax}`);
	return entries;
}

const { failure: tooLarge } = fail('invalid', {
	message: 'Bad request, the answers of the call are too large: ask for fewer items',
});

/** Admission has counted the call as its first search. */
async function answerEntry(request: FastifyRequest, entry: unknown, at: number): Promise<Buffer> {
	try {
		if (at > 0) spendSearchToken(request);
		const answer = await answerBytes(request, toParameters(entry));
		if (at > 0) request.zone.callCounter.add(request.searchEngine.hashid, 'search');
		return answer;
	} catch (error) {
		if (error instanceof FailureError) return toFailureBytes(error.failure);
		throw error;
	}
}

function toFailureBytes(failure: Failure): Buffer {
	const { status, headers, body } = toWireFailure(failure, 'search');
	const retryAfter = headers['retry-after'];
	const wire = { ...body, status, ...(retryAfter !== undefined && { retry_after: Number(retryAfter) }) };
	return Buffer.from(JSON.stringify(wire));
}
