/**
 * Ends a connection that must not go on. Closing it at once would make the system discard what the peer has not read yet,
 * including the refusal. Ending only our half would keep the file descriptor for as long as the peer does not end its
 * own. So the peer gets a moment.
 */
import type { Socket } from 'node:net';

/** Enough for a refusal to travel around the world; a thousand refusals a second hold a thousand descriptors. */
const lingerMs = 1_000;

const isHangingUp = Symbol('is hanging up');

type EndingSocket = Socket & { [isHangingUp]?: true };

/**
 * Sends what was written and `lastBytes`, and closes within a second, whatever the peer does. Calling it again does
 * nothing.
 */
export function hangUp(socket: Socket, lastBytes?: string): void {
	if (socket.destroyed || wasHungUp(socket)) return;
	(socket as EndingSocket)[isHangingUp] = true;
	const timer = setTimeout(() => socket.destroy(), lingerMs);
	socket.once('close', () => clearTimeout(timer));
	if (lastBytes === undefined || !socket.writable) socket.end();
	else socket.end(lastBytes);
}

/** No request is begun on such a connection. */
export function wasHungUp(socket: Socket): boolean {
	return (socket as EndingSocket)[isHangingUp] === true;
}
