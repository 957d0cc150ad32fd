/**
 * The reference for what HTTP alone costs: on Fastify, with nothing behind it, add-to-cart with its schemas, and a search
 * whose answer is as many bytes as the first argument says.
 */
import { fastify } from 'fastify';
import { cartRouteSchema } from '../src/http/recommendations/cart-schema.ts';
import { compileValidator } from '../src/http/server/validation.ts';

const answer = JSON.stringify({ text: 'x'.repeat(Number(process.argv[2] ?? 0)) });
const app = fastify();
app.setValidatorCompiler(compileValidator);
app.post('/api/widget/:widget_id/cart', { schema: cartRouteSchema }, async () => ({ status: 'OK' }));
app.get('/6/:hashid/_search', async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
