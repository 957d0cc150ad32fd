/**
 * The OpenAPI 3.1 document, generated from the route schemas.
 *
 * Routes declare their successful answers. Their possible failures are listed in `failures`, from which this module
 * writes them into the document, so that the document cannot disagree with the code that answers failures.
 */
import swagger from '@fastify/swagger';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { FailureCode } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type ApiFamily, toStatus, toWireCode } from '../server/failure-reply.ts';
import { finishDocument } from './openapi-document.ts';
import { toErrorSchema } from './openapi-errors.ts';

const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** In the order in which a newcomer needs them. */
const tags = [
	{ name: 'Search engines', description: 'A catalogue in one language and currency' },
	{
		name: 'Indices',
		description: 'The kinds of items in a search engine, and how an index is built anew beside the live one',
	},
	{ name: 'Items', description: 'What is searched and recommended: products, pages, categories' },
	{ name: 'Search', description: 'What shoppers search for' },
	{ name: 'Events', description: 'What shoppers do with what they found' },
	{
		name: 'Version 5',
		description: 'Older names for searches and events, for clients that were never brought up to version 6',
	},
	{ name: 'Recommendations', description: 'What a storefront calls, from the browser' },
	{
		name: 'Statistics',
		description: "What shoppers do, as numbers, and what a shop's server reports of them",
	},
	{ name: 'Account', description: 'Your own account' },
	{ name: 'Users', description: 'Who works in your account' },
	{ name: 'Keys', description: 'What opens the APIs; those of the owner alone' },
	{ name: 'Changes', description: 'The record of who changed what in the account, and who signed in and out' },
	{ name: 'Stores', description: 'Which pages and addresses may use the widgets of a shop' },
	{ name: 'Search settings', description: 'Synonyms, facets and order of a search engine' },
	{ name: 'Widgets', description: 'The places in a shop where products are recommended' },
	{ name: 'Dashboard', description: 'Signing in to the dashboard, from the browser' },
	{ name: 'Accounts', description: 'For the operator of the server' },
	{ name: 'Recommender', description: 'The recommendation models, for the operator of the server' },
	{ name: 'Operations', description: 'Health, metrics and this document' },
];

/** Adds the document to a server. Call it before any route is added, because it watches them being added. */
export async function addOpenApi(app: App, version: string): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Vitrine',
				version,
				description: 'Product search and recommendations for online shops.',
				license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
			},
			tags,
			servers: [{ url: '/', description: 'This server' }],
			components: {
				securitySchemes: {
					token: {
						type: 'apiKey',
						in: 'header',
						name: 'Authorization',
						description: '`Token <API key>` of the account owner',
					},
					jwt: {
						type: 'http',
						scheme: 'bearer',
						bearerFormat: 'JWT',
						description: 'HS256, signed with an API key of the account owner',
					},
					operator: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <operator token>`' },
					session: {
						type: 'apiKey',
						in: 'cookie',
						name: 'vitrine_session',
						description: 'The session of a person in the dashboard; `__Host-vitrine_session` behind TLS',
					},
				},
			},
		},
		transform: ({ schema, url, route }) => nameItemId({ schema: describeFailures(schema, route), url }),
		transformObject: (document) => ('openapiObject' in document ? finishDocument(document.openapiObject) : {}),
	});
}

/** The rest of a path is `*` for the router, but client generators need a named parameter. */
function nameItemId({ schema, url }: { schema: FastifySchema; url: string }): { schema: FastifySchema; url: string } {
	const params = schema.params as { properties?: Record<string, unknown>; required?: string[] } | undefined;
	if (!url.endsWith('/*') || params?.properties === undefined) return { schema, url };
	const { '*': itemId, ...others } = params.properties;
	const properties = { ...others, item_id: itemId };
	const named = { ...params, properties, required: Object.keys(properties) };
	return { schema: { ...schema, params: named }, url: url.replace(/\*$/, ':item_id') };
}

function describeFailures(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
	const { family = 'management', failures = [] } = route.config ?? {};
	const responses = describeSuccesses((schema?.response ?? {}) as Record<string, object>);
	for (const code of allFailures(failures)) {
		const status = toStatus(code, family);
		responses[status] ??= describeStatus(status, failures, family);
	}
	return { ...schema, response: responses };
}

/** Replaces the generator's default description of an answer, which says nothing. */
function describeSuccesses(responses: Readonly<Record<string, object>>): Record<string, object> {
	const entries = Object.entries(responses).map(([status, schema]): [string, object] => {
		const words = successWords[status];
		return [status, words === undefined || 'description' in schema ? schema : { ...schema, description: words }];
	});
	return Object.fromEntries(entries);
}

const successWords: Readonly<Record<string, string>> = {
	200: 'Done',
	201: 'Created',
	503: 'Unavailable',
};

/** All failures of an operation that has failures of its own. */
function allFailures(failures: readonly FailureCode[]): readonly FailureCode[] {
	return failures.length === 0 ? ['internal'] : [...failures, 'internal', 'unavailable'];
}

function describeStatus(status: number, failures: readonly FailureCode[], family: ApiFamily): object {
	const answered = allFailures(failures).filter((code) => toStatus(code, family) === status);
	const codes = [...new Set(answered.map((code) => toWireCode(code, family)))].sort();
	const words =
		family === 'recommendations' || family === 'search'
			? STATUS_CODES[status]
			: codes.map((code) => `\`${code}\``).join(' or ');
	return { ...toErrorSchema(family, { status, codes }), description: words ?? 'Failure' };
}
