/** The reference for add-to-cart: the same route with the same schemas on Fastify, and nothing behind it. */
import { fastify } from 'fastify';
import { cartRouteSchema } from '../src/http/recommendations/cart-schema.ts';

const app = fastify();
app.post('/api/widget/:widget_id/cart', { schema: cartRouteSchema }, async () => ({ status: 'OK' }));
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
