import { parseSecondFactorCode } from '../../domain/account/second-factor-code.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OneTimeCodes } from '../../ports/one-time-codes.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { SecondFactorRepository, StoredSecondFactor } from '../../ports/second-factor-repository.ts';
import type { SecretBox } from '../../ports/secret-box.ts';
import { toKeyDigest } from './authenticate.ts';

export interface FactorCodesParts {
	readonly secondFactors: Pick<SecondFactorRepository, 'useStep' | 'useRecoveryCode'>;
	readonly codes: OneTimeCodes;
	readonly secretBox: SecretBox;
	/** By user. */
	readonly codeLimiter: RateLimiter;
	readonly clock: Clock;
	/** Called when a secret was stored under another server key, or its row is damaged: its codes are refused. */
	readonly onClosedSecret: (error: unknown, userCode: string) => void;
}

export interface FactorCodes {
	/** The step that a code of the device belongs to; undefined for any other text. */
	findStep(factor: StoredSecondFactor, text: string): number | undefined;
	/**
	 * Whether a code of the device or a recovery code fits, which is used up by that. `throttled` when too many were tried
	 * for the user.
	 */
	use(factor: StoredSecondFactor, text: string): Promise<Result<boolean>>;
}

/**
 * The codes of second factors, each of which works once: the step of the last one is stored, and no code of that step or an
 * earlier one is taken again. Only who has the password or the link of a user gets as far as to spend from the limit, so it
 * can be strict without anybody being locked out by strangers.
 */
export function createFactorCodes(parts: FactorCodesParts): FactorCodes {
	const { secondFactors, codes, secretBox, codeLimiter, clock } = parts;

	function findStep({ sealed, userCode }: StoredSecondFactor, text: string): number | undefined {
		const code = parseSecondFactorCode(text);
		if (code?.kind !== 'device') return undefined;
		try {
			return codes.findStep(secretBox.open(sealed), code.digits, clock.nowMs());
		} catch (error) {
			parts.onClosedSecret(error, userCode);
			return undefined;
		}
	}

	return {
		findStep,
		async use(factor, text) {
			const { userCode } = factor;
			const retryAfterSeconds = codeLimiter.spend(userCode);
			if (retryAfterSeconds > 0) return fail('throttled', { retryAfterSeconds });
			const code = parseSecondFactorCode(text);
			if (code?.kind === 'recovery') {
				return succeed(await secondFactors.useRecoveryCode(userCode, toKeyDigest(code.digits)));
			}
			const step = findStep(factor, text);
			return succeed(step !== undefined && (await secondFactors.useStep(userCode, step)));
		},
	};
}
