/**
 * The OpenAPI 3.1 document, generated from the route schemas, and its reference page at /docs.
 *
 * Routes declare their success; what they can fail with is in their `failures`, and written into the document here, so
 * that the code that answers failures and the document cannot disagree.
 */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifySchema, RouteOptions } from 'fastify';
import type { FailureCode } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { type ApiFamily, toStatus, wireForms } from '../server/failure-reply.ts';

const managementError = {
	type: 'object',
	required: ['error'],
	properties: {
		error: {
			type: 'object',
			required: ['code', 'message'],
			properties: {
				code: { type: 'string' },
				message: { type: 'string' },
				details: {
					type: 'array',
					items: {
						type: 'object',
						required: ['name', 'fields', 'reason'],
						properties: {
							name: { type: 'string' },
							fields: { type: 'array', items: { type: 'string' } },
							reason: { type: 'string' },
						},
					},
				},
			},
		},
	},
};

const searchError = {
	type: 'object',
	required: ['error'],
	properties: { error: { type: 'string' } },
};

const recommendationsError = {
	type: 'object',
	required: ['error'],
	properties: {
		error: { type: 'string' },
		details: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
		resource: { type: 'string' },
		resource_id: { type: 'string' },
	},
};

/** Adds document and page to a server; call it before any route is added, as it watches them being added. */
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
				},
			},
		},
		transform: ({ schema, url, route }) => ({ schema: describeFailures(schema, route), url }),
	});
	await app.register(swaggerUi, {
		routePrefix: '/docs',
		staticCSP: true,
		uiConfig: { docExpansion: 'list', deepLinking: true, tryItOutEnabled: false, defaultModelsExpandDepth: -1 },
		theme: { title: 'Vitrine API reference' },
	});
}

function describeFailures(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
	const { family = 'management', failures = [] } = route.config ?? {};
	const responses = { ...((schema?.response as Record<string, unknown> | undefined) ?? {}) };
	for (const code of [...failures, 'internal' as const]) {
		const status = toStatus(code, family);
		responses[status] ??= describeStatus(status, failures, family);
	}
	return { ...schema, response: responses };
}

function describeStatus(status: number, failures: readonly FailureCode[], family: ApiFamily): object {
	const codes = [
		...new Set(
			[...failures, 'internal' as const]
				.filter((code) => toStatus(code, family) === status)
				.map((code) => wireForms[code].code),
		),
	];
	if (family === 'search') return { ...searchError, description: 'What is wrong' };
	const schema = family === 'recommendations' ? recommendationsError : managementError;
	return { ...schema, description: codes.map((code) => `\`${code}\``).join(' or ') };
}
