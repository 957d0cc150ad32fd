import { createHash, timingSafeEqual } from 'node:crypto';
import { listServerKeys } from '../adapters/crypto/server-keys.ts';
import { deriveOperatorToken } from '../domain/account/operator-token.ts';
import type { ZoneServices } from '../http/server/zone-services.ts';
import type { ZoneEnvironment } from './zone-link.ts';

type TokenParts = Pick<ZoneEnvironment, 'settings' | 'operatorToken' | 'serverKeys'>;

/** The tokens that are good: the one of the settings, or one derived from each server key. */
export function listOperatorTokens({ settings, operatorToken, serverKeys }: TokenParts): readonly string[] {
	return settings.operatorToken === undefined ? listServerKeys(serverKeys).map(deriveOperatorToken) : [operatorToken];
}

/** Compares digests, because a comparison in constant time needs equal lengths. */
export function createOperatorCheck(operatorTokens: readonly string[]): ZoneServices['isOperator'] {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	const expected = operatorTokens.map(digest);
	return (authorization) => {
		const [, token] = /^token +(\S+)$/i.exec(authorization?.trim() ?? '') ?? [];
		return token !== undefined && expected.some((one) => timingSafeEqual(digest(token), one));
	};
}
