/** A stand-in for the server: gives the answers that a test sets, and records requests. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StubRequest {
	readonly method: string;
	/** With its query. */
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

export interface StubAnswer {
	readonly status: number;
	/** A text is sent unchanged, anything else as JSON. */
	readonly body?: unknown;
	readonly headers?: { readonly [name: string]: string };
}

/** `drop` closes the connection without an answer, `hang` never answers. A `cutText` is sent, and then the connection is cut. */
export type StubReply = StubAnswer | { readonly cutText: string } | 'drop' | 'hang';

export interface ApiStub {
	readonly url: string;
	/** In the order of arrival. */
	readonly requests: readonly StubRequest[];
	/** `METHOD path` of each. */
	lines(): string[];
	close(): Promise<void>;
}

export async function startApiStub(answer: (request: StubRequest) => StubReply): Promise<ApiStub> {
	const requests: StubRequest[] = [];
	const server = createServer((incoming, outgoing) => {
		void readBody(incoming).then((body) => {
			const request = { method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers, body };
			requests.push(request);
			send(answer(request), incoming, outgoing);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		lines: () => requests.map(({ method, path }) => `${method} ${path}`),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function readBody(incoming: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of incoming) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

function send(reply: StubReply, incoming: IncomingMessage, outgoing: ServerResponse): void {
	if (reply === 'hang') return;
	if (reply === 'drop') {
		incoming.socket.destroy();
		return;
	}
	if ('cutText' in reply) {
		outgoing.write(reply.cutText, () => incoming.socket.destroy());
		return;
	}
	const { status, body, headers = {} } = reply;
	outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
	outgoing.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body));
}
