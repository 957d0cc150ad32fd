import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fastify } from 'fastify';
import { sendTexts } from './item-reply.ts';

async function fetchTexts(t: TestContext, texts: readonly string[]) {
	const app = fastify();
	app.get('/', (_, reply) => sendTexts(reply, texts));
	t.after(() => app.close());
	return fetch(await app.listen({ port: 0 }));
}

describe('sendTexts', () => {
	test('sends a short answer whole, with its length', async (t) => {
		const answer = await fetchTexts(t, ['[', '"ñ"', ',2', ']']);
		assert.equal(answer.headers.get('content-length'), '8');
		assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
		assert.equal(await answer.text(), '["ñ",2]');
	});

	test('sends a long answer in chunks and loses nothing, not even an empty chunk', async (t) => {
		const texts = [
			'[',
			...Array.from({ length: 16 }, (_, n) => `${n === 0 ? '' : ','}"${'日本'.repeat(50_000)}"`),
			'',
			']',
		];
		const answer = await fetchTexts(t, texts);
		assert.equal(answer.headers.get('content-length'), null);
		assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
		assert.equal(await answer.text(), texts.join(''));
	});
});
