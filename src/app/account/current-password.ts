import type { Session } from '../../domain/account/session.ts';
import { failField, type Result, succeed } from '../../lib/failure.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { SignInRepository } from '../../ports/sign-in-repository.ts';
import type { SpendAttempt } from './attempt-limit.ts';

/**
 * Whether whoever uses a session knows the password that it began with: a session that was left open must not be enough to
 * lock its user out. Succeeds for sessions that began otherwise. `invalid` when the password is missing or wrong, or
 * `throttled`.
 */
export type CheckCurrentPassword = (
	session: Session,
	current: string | undefined,
	clientIp: string,
) => Promise<Result<null>>;

interface Dependencies {
	readonly signIns: Pick<SignInRepository, 'findPassword'>;
	readonly passwords: PasswordHasher;
	readonly spendAttempt: SpendAttempt;
}

export function createCurrentPasswordCheck(dependencies: Dependencies): CheckCurrentPassword {
	const { signIns, passwords, spendAttempt } = dependencies;
	return async ({ userCode, method }, current, clientIp) => {
		const stored = await signIns.findPassword(userCode);
		if (stored === undefined || method !== 'password') return succeed(null);
		if (current === undefined) return failField('current', 'is required');
		const admitted = spendAttempt(clientIp, userCode);
		if (!admitted.ok) return admitted;
		return (await passwords.verify(current, stored.hash)) ? succeed(null) : failField('current', 'is wrong');
	};
}
