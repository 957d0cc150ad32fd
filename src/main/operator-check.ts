import { createHash, timingSafeEqual } from 'node:crypto';
import type { ZoneServices } from '../http/server/zone-services.ts';

/** Compares digests, because a comparison in constant time needs equal lengths. */
export function createOperatorCheck(operatorToken: string): ZoneServices['isOperator'] {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	const expected = digest(operatorToken);
	return (authorization) => {
		const [, token] = /^token +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
		return token !== undefined && timingSafeEqual(digest(token), expected);
	};
}
