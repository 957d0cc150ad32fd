import { randomBytes } from 'node:crypto';

/**
 * Request ids: a random prefix for this process and a counter, so that ids are unique across restarts and cheap.
 * @returns a function that gives the next id, such as `k3v9x2ab-1f`.
 */
export function createRequestIds(): () => string {
	const prefix = randomBytes(6).toString('base64url');
	let count = 0;
	return () => {
		count += 1;
		return `${prefix}-${count.toString(36)}`;
	};
}
