/** Sends item texts as they are stored: JSON that is not parsed and built again. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { jsonType } from './item-wire.ts';

/** A longer answer is sent in its pieces: to join and encode 16 MB at once takes 40 ms, in which nobody else is served. */
const joinedLengthMax = 256 * 1024;

export function sendText(reply: FastifyReply, text: string, status = 200): FastifyReply {
	return reply.code(status).type(jsonType).send(text);
}

/** The texts one after the other; a long answer goes out as fast as its reader takes it, and no faster. */
export function sendTexts(reply: FastifyReply, texts: readonly string[]): FastifyReply {
	const length = texts.reduce((sum, text) => sum + text.length, 0);
	if (length <= joinedLengthMax) return sendText(reply, texts.join(''));
	return reply.code(200).type(jsonType).send(Readable.from(texts));
}
