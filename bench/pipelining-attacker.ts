/**
 * The attacker of `abuse-pipelining.ts`, in a process of its own, so that it slows down only the server. It is started
 * with an address and an attack as JSON, and sends a message to its parent when all connections are open.
 */
import { connect, type Socket } from 'node:net';

export interface PipeliningAttack {
	/** Undefined: nothing is sent. */
	readonly path: string | undefined;
	readonly connectionCount: number;
	readonly requestsPerConnection: number;
	/**
	 * Whether answers are read, and everything is sent again when all have arrived; otherwise not even the first answer
	 * is read.
	 */
	readonly isRead: boolean;
}

const [url = '', text = '{}'] = process.argv.slice(2);
const attack = JSON.parse(text) as PipeliningAttack;
const { hostname, port } = new URL(url);
const request = `GET ${attack.path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
const bytes = attack.path === undefined ? undefined : Buffer.from(request.repeat(attack.requestsPerConnection));
/** An attacker that was disconnected comes back, but not so fast that the load would be the attacker's own. */
const reconnectMs = 200;

function open(): void {
	const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
	socket.once('connect', () => {
		if (bytes !== undefined) socket.write(bytes);
	});
	if (attack.isRead) readAll(socket);
	// An attacker that sends nothing must read, or it would not notice that it was disconnected.
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
// Connections that are not read from do not keep the process running.
setInterval(() => undefined, 60_000);
process.send?.('begun');
