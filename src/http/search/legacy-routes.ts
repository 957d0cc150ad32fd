/**
 * Version 5 of the search API, for clients that were never updated to version 6, such as the one in the package registry.
 * The search engine is in the query string instead of the path, every call is a GET, and some names are older; effects
 * and answers are the same.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TargetAction } from '../../domain/event/shopper-event.ts';
import type { FacetRequest } from '../../domain/query/index-query.ts';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type ParameterNode, readText } from '../server/parameter-node.ts';
import { parseQueryString } from '../server/parse-parameters.ts';
import { readEventClient } from '../shared/event-client.ts';
import { createSearchAdmission, servicesOf } from './admission.ts';
import { describeSearchOperation, readParameters, type SearchOperation } from './describe-search-operation.ts';
import * as parse from './event-parameters.ts';
import { type Recording, record, recordClick, recordInit, registeredAnswer } from './event-routes.ts';
import { toOptionLimit } from './facet-wire.ts';
import * as legacy from './legacy-parameters.ts';
import * as schema from './legacy-schema.ts';
import { parseSearchRequest, parseSuggestRequest } from './search-parameters.ts';
import { sendOutcome, sendSearch } from './search-routes.ts';

/** Old integrations send only the key. */
const bareKeyPattern = /^\s*(?:[a-z]{2}\d-)?[0-9a-f]{40}\s*$/;

const admitLegacyCall = createSearchAdmission({
	readHashid({ url, params }) {
		const { hashid } = params as { hashid?: string };
		const queryStart = url.indexOf('?');
		return hashid ?? readText(parseQueryString(queryStart === -1 ? '' : url.slice(queryStart + 1)), 'hashid') ?? '';
	},
	toAuthorization: (written) => (bareKeyPattern.test(written) ? `Token ${written.trim()}` : written),
});

export function addLegacyRoutes(app: App): void {
	app.addHook('onRequest', admitLegacyCall);
	app.get('/search', describe('legacySearch', schema.search), answerSearch);
	app.post('/search', describe('legacySearchByBody', schema.searchByBody), answerSearch);
	app.get('/suggest', describe('legacySuggest', { ...schema.suggest, countsAs: 'suggestion' }), async (request) => {
		const asked = parseSuggestRequest(legacy.toSearchParameters(readParameters(request)));
		const found = unwrap(
			await servicesOf(request.zone).products.suggest(request.searchEngine, asked, readEventClient(request)),
		);
		return { query: asked.text.trimEnd(), results: found.map((term) => ({ term })) };
	});
	app.get('/options/:hashid', describe('legacyOptions', schema.options), async ({ zone, searchEngine }) => {
		const facets = await servicesOf(zone).products.listFacets(searchEngine);
		// Plug-ins ask whether the shop has used up its contract; here there is none.
		return { query_limit_reached: false, facets: facets.map(toOptionWire) };
	});
	app.get('/stats/:event', describe('legacyEvent', { ...schema.event, countsAs: 'event' }), async (request) => {
		const { event } = request.params as { event: string };
		const recording = recordings.get(event.replace(/^img_.*/, 'img'));
		if (recording === undefined) throw new FailureError(fail('not_found').failure);
		await recording(request, readParameters(request));
		return registeredAnswer;
	});
}

function describe(id: string, operation: Omit<SearchOperation, 'id' | 'tag'>) {
	return describeSearchOperation({ id, tag: 'Version 5', isDeprecated: true, ...operation });
}

async function answerSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
	const parameters = legacy.toSearchParameters(readParameters(request));
	const { searchEngine, zone } = request;
	const named = legacy.parseItems(parameters, searchEngine.hashid);
	if (named === undefined) {
		// Its client expects every facet of the options in every answer.
		const asked = { ...parseSearchRequest(parameters), hasEmptyFacets: true };
		return sendSearch(request, reply, { parameters, asked });
	}
	const items = unwrap(await servicesOf(zone).readItems(searchEngine, named));
	const outcome = {
		queryId: undefined,
		queryName: 'match_and',
		count: items.length,
		strictCount: items.length,
		correctedText: undefined,
		scoreMax: 0,
		items,
		facets: [],
		autoFilters: [],
		understood: [],
		isTruncated: false,
	} as const;
	const answer = { engine: searchEngine, request: parseSearchRequest(parameters), outcome };
	return sendOutcome(request, reply, { answer, parameters });
}

/** The options from which pages build their filters. */
function toOptionWire({ kind, fieldName, size }: FacetRequest): object {
	const common = { visible: true, type: kind, name: fieldName, label: fieldName, field: fieldName };
	return { ...common, ...toOptionLimit[kind](size) };
}

/**
 * By the last part of the path. Any other report about an image than those of `imageKinds` is accepted and ignored.
 */
const recordings: ReadonlyMap<string, Recording> = new Map<string, Recording>([
	['init', recordInit],
	['click', (request, root) => recordClick(request, legacy.toClickParameters(root, request.searchEngine.hashid))],
	['checkout', (request, root) => record(request, root, parse.parseCheckout(root))],
	['img', recordImage],
	['add-to-cart', (request, root) => recordCart(request, root, parse.parseCartAddition)],
	['remove-from-cart', (request, root) => recordCart(request, root, parse.parseCartRemoval)],
	['clear-cart', (request, root) => recordCart(request, root, () => ({ kind: 'cart_clearing' }))],
]);

/** What is told of banners; clients have two names for having shown one. */
const imageKinds: ReadonlyMap<string, TargetAction['kind']> = new Map([
	['img_click', 'image'],
	['img_impression', 'image_impression'],
	['img_display', 'image_impression'],
]);

async function recordImage(request: FastifyRequest, root: ParameterNode): Promise<void> {
	const parameters = legacy.toImageParameters(root);
	// Its client does not name the session.
	parse.requireFields(parameters, ['id']);
	const { event } = request.params as { event: string };
	const kind = imageKinds.get(event);
	const action = parse.readTarget(parameters, kind ?? 'image');
	if (kind !== undefined) await record(request, parameters, action);
}

async function recordCart(
	request: FastifyRequest,
	root: ParameterNode,
	parseAction: typeof parse.parseCartRemoval,
): Promise<void> {
	parse.requireFields(root, ['session_id']);
	const parameters = legacy.toCartParameters(root);
	await record(request, parameters, parseAction(parameters, request.searchEngine));
}
