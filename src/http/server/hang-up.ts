/**
 * Ends a connection that is not to go on. Closing it at once would make the system throw away what the peer has not read
 * yet, the refusal included; ending only our half leaves a file descriptor with whoever never ends theirs. So the peer gets
 * a moment.
 */
import type { Socket } from 'node:net';

/** Enough for a refusal to reach the other side of the world; a thousand of them at once are a second of descriptors. */
const lingerMs = 1_000;

const isHangingUp = Symbol('is hanging up');

type EndingSocket = Socket & { [isHangingUp]?: true };

/** Sends what was written and `lastBytes`, and closes within a second, whatever the peer does. Once is enough. */
export function hangUp(socket: Socket, lastBytes?: string): void {
	if (socket.destroyed || wasHungUp(socket)) return;
	(socket as EndingSocket)[isHangingUp] = true;
	const timer = setTimeout(() => socket.destroy(), lingerMs);
	socket.once('close', () => clearTimeout(timer));
	if (lastBytes === undefined || !socket.writable) socket.end();
	else socket.end(lastBytes);
}

/** Nothing more is begun on such a connection. */
export function wasHungUp(socket: Socket): boolean {
	return (socket as EndingSocket)[isHangingUp] === true;
}
