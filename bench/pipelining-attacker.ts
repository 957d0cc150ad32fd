/**
 * The one who does harm in `abuse-pipelining.ts`, in a process of its own, so that what it does delays nobody but the
 * server. Started with an address and an attack as JSON; sends its process's parent a word when all connections are there.
 */
import { connect, type Socket } from 'node:net';

export interface PipeliningAttack {
	/** Undefined: nothing is sent. */
	readonly path: string | undefined;
	readonly connectionCount: number;
	readonly requestsPerConnection: number;
	/** Whether answers are read, and everything sent again when they all came; else the first answer is never taken. */
	readonly isRead: boolean;
}

const [url = '', text = '{}'] = process.argv.slice(2);
const attack = JSON.parse(text) as PipeliningAttack;
const { hostname, port } = new URL(url);
const request = `GET ${attack.path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
const bytes = attack.path === undefined ? undefined : Buffer.from(request.repeat(attack.requestsPerConnection));
/** Whoever was hung up on comes back, but no faster than a server can be blamed for. */
const reconnectMs = 200;

function open(): void {
	const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
	socket.once('connect', () => {
		if (bytes !== undefined) socket.write(bytes);
	});
	if (attack.isRead) readAll(socket);
	// Whoever sends nothing reads, or would not notice that it was hung up on.
	else if (bytes !== undefined) socket.pause();
	else socket.resume().once('end', () => socket.end());
	socket.on('error', () => undefined);
	socket.once('close', () => setTimeout(open, reconnectMs));
}

function readAll(socket: Socket): void {
	let answerCount = 0;
	let rest = '';
	socket.on('data', (chunk: Buffer) => {
		const part = rest + chunk.toString('latin1');
		answerCount += part.split('HTTP/1.1 ').length - 1;
		rest = part.slice(-8);
		if (answerCount < attack.requestsPerConnection || bytes === undefined) return;
		answerCount = 0;
		rest = '';
		socket.write(bytes);
	});
	socket.once('end', () => socket.end());
}

for (let count = 0; count < attack.connectionCount; count++) open();
// Connections that are not read from keep no process running.
setInterval(() => undefined, 60_000);
process.send?.('begun');
