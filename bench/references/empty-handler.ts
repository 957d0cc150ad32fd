/**
 * The reference for the cost of HTTP alone, on Fastify with empty handlers: add-to-cart with validation of the request,
 * and a search that answers with as many bytes as the first argument says.
 *
 * Schemas and validators are copies of the server's on 20 November 2026. The reference is fixed, so that a ratio to it
 * shows the effect of a change of the server. It must not follow the server.
 */
import { Ajv, type Options } from 'ajv';
import ajvFormats from 'ajv-formats';
import { fastify } from 'fastify';

const cartRouteSchema = {
	params: {
		type: 'object',
		required: ['widget_id'],
		properties: { widget_id: { type: 'string', format: 'uuid' } },
	},
	body: {
		type: 'object',
		required: ['session_id', 'dfid', 'title', 'price'],
		properties: {
			session_id: { type: 'string', minLength: 1, maxLength: 32 },
			dfid: { type: 'string', pattern: '^([0-9a-f]{32})@([a-z][a-z0-9_]{0,63})@([0-9a-f]{32})$' },
			title: { type: 'string', maxLength: 2000 },
			amount: { type: 'integer', minimum: 1, maximum: 1_000_000_000, default: 1 },
			price: { type: 'number', minimum: 0, maximum: 1e15 },
		},
		additionalProperties: true,
	},
	response: {
		200: { type: 'object', required: ['status'], properties: { status: { enum: ['OK', 'ERROR'] } } },
	},
};

const bodyAjv = createAjv({ coerceTypes: false });
const queryAjv = createAjv({ coerceTypes: 'array', useDefaults: true });

const answer = JSON.stringify({ text: 'x'.repeat(Number(process.argv[2] ?? 0)) });
const app = fastify();
app.setValidatorCompiler<object>(({ schema, httpPart }) => {
	const validate = (httpPart === 'body' ? bodyAjv : queryAjv).compile(schema);
	return (data: unknown) => {
		if (validate(data)) return { value: data };
		return { error: new Error(JSON.stringify(validate.errors)) };
	};
});
app.post('/api/widget/:widget_id/cart', { schema: cartRouteSchema }, async () => ({ status: 'OK' }));
app.get('/6/:hashid/_search', async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));

function createAjv(options: Options): Ajv {
	const ajv = new Ajv({ allErrors: true, removeAdditional: false, strict: false, ...options });
	ajvFormats.default(ajv);
	return ajv;
}
