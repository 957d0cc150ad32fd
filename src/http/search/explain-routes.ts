/**
 * Explanations are for the owner of the engine: they tell of settings, of what shoppers clicked, and of items that no
 * shopper sees.
 */
import type { FastifyRequest } from 'fastify';
import type { AskedItem } from '../../app/search/explain-search.ts';
import { dfidPattern, splitDfid } from '../../domain/item/dfid.ts';
import { explainedItemsMax } from '../../domain/query/explanation.ts';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { listEntries, listMembers, listTexts, type ParameterNode } from '../server/parameter-node.ts';
import { readEventClient } from '../shared/event-client.ts';
import { refuseParameter } from '../shared/refuse-parameter.ts';
import { servicesOf } from './admission.ts';
import { describeSearchOperation, readParameters } from './describe-search-operation.ts';
import * as schema from './explanation-schema.ts';
import { toExplanationWire } from './explanation-wire.ts';
import { parseSearchRequest } from './search-parameters.ts';

export function addExplainRoutes(app: App): void {
	const operation = {
		summary: 'Explain a search, for the owner of the engine',
		tag: 'Search',
		access: 'engine_owner',
		response: schema.explanationAnswer,
	} as const;
	const { explainParameters: querystring, explainBody: body } = schema;
	const options = { onRequest: requireKey };
	app.get(
		'/_explain',
		{ ...describeSearchOperation({ id: 'explainSearch', ...operation, querystring }), ...options },
		answerExplanation,
	);
	app.post(
		'/_explain',
		{ ...describeSearchOperation({ id: 'explainSearchByBody', ...operation, body }), ...options },
		answerExplanation,
	);
}

/** Admission has checked the key of a caller that sent one. */
async function requireKey({ principal }: FastifyRequest): Promise<void> {
	if (!principal) throw new FailureError(fail('forbidden', { message: 'forbidden' }).failure);
}

async function answerExplanation(request: FastifyRequest) {
	const { searchEngine: engine, zone } = request;
	const parameters = readParameters(request);
	const asked = parseSearchRequest(parameters);
	const items = parseAskedItems(parameters);
	const caller = readEventClient(request).clientKey;
	const explained = unwrap(await servicesOf(zone).explainSearch(engine, asked, { items, caller }));
	return toExplanationWire({ engine, request: asked, explained });
}

const idLengthMax = 1_000;

/** @throws {FailureError} `invalid` */
function parseAskedItems({ children }: ParameterNode): readonly AskedItem[] {
	for (const name of ['dfid', 'id']) if (!isTextList(children.get(name))) throw refuseParameter(name);
	const dfids = [...new Set(listTexts(children.get('dfid')))];
	const ids = [...new Set(listTexts(children.get('id')))];
	for (const [name, list] of Object.entries({ dfid: dfids, id: ids })) {
		if (list.length > explainedItemsMax) throw refuseParameter(name, `there are more than ${explainedItemsMax}`);
	}
	const wrong = dfids.find((text) => !dfidPattern.test(text));
	if (wrong !== undefined) throw refuseParameter('dfid', 'it must be the dfid of an item, as in a search answer');
	if (ids.some((id) => id.length > idLengthMax || !id.isWellFormed())) throw refuseParameter('id');
	return [...dfids.map(splitDfid), ...ids.map((id) => ({ id }))];
}

/** Searches ignore what is no text; an owner whose item is not looked for must know. */
function isTextList(node: ParameterNode | undefined): boolean {
	if (node === undefined) return true;
	return listMembers(node).length === 0 && listEntries(node).every(({ children }) => children.size === 0);
}
