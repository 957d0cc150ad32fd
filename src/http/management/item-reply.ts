/** Sends item texts as they are stored, without parsing and serialising the JSON. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { jsonType } from './item-wire.ts';

/**
 * A longer answer is sent in chunks: joining and encoding 16 MB at once takes 40 ms, during which no other request is
 * served.
 */
const joinedLengthMax = 256 * 1024;

export function sendText(reply: FastifyReply, text: string, status = 200): FastifyReply {
	return reply.code(status).type(jsonType).send(text);
}

/** What a handler returns to send a text: typed as the item that it is the text of. */
export function toSentText(reply: FastifyReply, text: string): { id: string } {
	reply.type(jsonType);
	return text as unknown as { id: string };
}

/** Sends the texts one after another; a long answer is sent only as fast as the client reads it. */
export function sendTexts(reply: FastifyReply, texts: readonly string[]): FastifyReply {
	const length = texts.reduce((sum, text) => sum + text.length, 0);
	if (length <= joinedLengthMax) return sendText(reply, texts.join(''));
	return reply.code(200).type(jsonType).send(Readable.from(texts));
}
