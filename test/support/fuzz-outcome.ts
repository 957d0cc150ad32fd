import { connect } from 'node:net';
import type { FuzzRequest } from './fuzz-request.ts';

export interface FuzzOutcome {
	/** Of the last answer other than 1xx; undefined if the connection was closed without one. */
	readonly status: number | undefined;
	readonly retryAfter: string | undefined;
}

/** Sends a request on a connection of its own. Resolves when the connection is closed for good. */
export function sendFuzz(url: string, { chunks, ending }: FuzzRequest): Promise<FuzzOutcome> {
	const { hostname, port } = new URL(url);
	const { promise, resolve } = Promise.withResolvers<FuzzOutcome>();
	let received = '';
	const socket = connect({ host: hostname, port: Number(port), noDelay: true, allowHalfOpen: true });
	socket.on('data', (chunk: Buffer) => {
		// The heads are enough, and come first: the rest of a long answer is discarded.
		if (received.length < 16_384) received += chunk.toString('latin1');
	});
	// A server may answer a hostile request by resetting the connection.
	socket.on('error', () => socket.destroy());
	socket.on('end', () => socket.end());
	socket.on('close', () => resolve(readOutcome(received)));
	socket.once('connect', () => void sendChunks());

	async function sendChunks(): Promise<void> {
		for (const chunk of chunks) {
			await new Promise<void>((sent) => {
				if (!socket.writable) sent();
				else socket.write(chunk, () => sent());
			});
		}
		if (ending === 'half-closes') socket.end();
		// A connection whose end was sent already cannot be reset any more.
		if (ending === 'resets' && socket.writableEnded) socket.destroy();
		else if (ending === 'resets') socket.resetAndDestroy();
	}
	return promise;
}

function readOutcome(received: string): FuzzOutcome {
	const heads = [...received.matchAll(/^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)/gm)];
	const last = heads.findLast(([, status]) => !status?.startsWith('1'));
	if (last === undefined) return { status: undefined, retryAfter: undefined };
	return { status: Number(last[1]), retryAfter: /^retry-after: (\S+)/im.exec(last[2] ?? '')?.[1] };
}
