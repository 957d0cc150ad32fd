/**
 * The metrics on a port of their own, without a token, for programs on this machine. It listens on the loopback address
 * only, so a proxy that forwards the other port cannot lead to it.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { metricsType } from './operations-api.ts';

const { createServer } = process.getBuiltinModule('node:http');

export interface MetricsServer {
	readonly url: string;
	close(): Promise<void>;
}

export interface MetricsServerOptions {
	/** 0: any free port. */
	readonly port: number;
	readonly readMetrics: () => Promise<string>;
	readonly onFailure: (error: unknown) => void;
}

const address = '127.0.0.1';
/** A program that reads metrics sends one short request at a time. */
const connectionsMax = 20;
const requestTimeoutMs = 5_000;
/** A page in a browser may have a host name that resolves to this address, and would then be of the same origin. */
const ownNames = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/i;

/** Rejects with the system's error when it cannot listen there. */
export async function startMetricsServer({
	port,
	readMetrics,
	onFailure,
}: MetricsServerOptions): Promise<MetricsServer> {
	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const status = findRefusal(request);
		if (status !== undefined) return void response.writeHead(status, { connection: 'close' }).end();
		const text = await readMetrics();
		response.writeHead(200, { 'content-type': metricsType, 'content-length': Buffer.byteLength(text) });
		response.end(request.method === 'HEAD' ? undefined : text);
	}

	const server = createServer(
		{ requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
		(request, response) => {
			answer(request, response).catch((error: unknown) => {
				onFailure(error);
				response.writeHead(500).end();
			});
		},
	);
	server.maxConnections = connectionsMax;
	server.listen(port, address);
	await once(server, 'listening');
	return {
		url: `http://${address}:${(server.address() as AddressInfo).port}/metrics`,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function findRefusal({ method, url = '', headers: { host = '' } }: IncomingMessage): number | undefined {
	if (!ownNames.test(host)) return 421;
	if (url.split('?', 1)[0] !== '/metrics') return 404;
	return method === 'GET' || method === 'HEAD' ? undefined : 405;
}
