/**
 * The second factor of signing in: codes of a device, which has a secret, and recovery codes for the day on which the
 * device is lost.
 *
 *     begin                a secret, shown once               not asked for yet
 *     activate             a code of the device               asked for from now on; ten recovery codes, shown once
 *     check                a code, or a recovery code         at each sign-in by password or link
 *     remove               the same
 *
 * Each code works once, and attempts are limited: `factor-codes.ts`.
 */
import type { Principal, User } from '../../domain/account/account.ts';
import { recoveryCodeBytes, recoveryCodeCount, toShownRecoveryCode } from '../../domain/account/second-factor-code.ts';
import type { Session } from '../../domain/account/session.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import { fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SecondFactorRepository } from '../../ports/second-factor-repository.ts';
import { toKeyDigest } from './authenticate.ts';
import type { Changes } from './changes.ts';
import type { CheckCurrentPassword } from './current-password.ts';
import { createFactorCodes, type FactorCodesParts } from './factor-codes.ts';

export interface NewSecret {
	/** 32 letters of base32. */
	readonly secret: string;
	/** For a QR code. */
	readonly uri: string;
}

export interface SecondFactors {
	/** Whether signing in asks for one. */
	isActive(userCode: string): Promise<boolean>;
	/** `invalid` when the password that the session began with is missing or wrong, or there is an active one; `throttled`. */
	begin(session: Session, current: string | undefined, clientIp: string): Promise<Result<NewSecret>>;
	/**
	 * The recovery codes; ends the user's other sessions. `invalid` when the code is wrong, `not_found` without a secret that
	 * waits for it.
	 */
	activate(session: Session, code: string): Promise<Result<readonly string[]>>;
	/**
	 * Takes a code of either kind, unless it is not active, or the session began with the owner's key, which opens more than
	 * any session. `invalid`, `not_found` or `throttled`.
	 */
	remove(session: Session, code: string | undefined): Promise<Result<null>>;
	/**
	 * For somebody who has shown the password or the link of this user, and the code if there is one: succeeds without a
	 * second factor, too. `code_required` when the code is missing, wrong or used; `throttled`.
	 */
	check(userCode: string, code: string | undefined): Promise<Result<'none' | 'shown'>>;
	/** For the owner; succeeds without a second factor, too. `not_found`, or `forbidden` for oneself and in another account. */
	removeOfUser(principal: Principal, userCode: string): Promise<Result<null>>;
	/** For the operator: the same for the owner of an account. `not_found` without an account. */
	removeOfOwner(accountId: string): Promise<Result<null>>;
}

interface Dependencies extends FactorCodesParts {
	readonly accounts: Pick<AccountRepository, 'findUser' | 'listUsers'>;
	readonly checkCurrentPassword: CheckCurrentPassword;
	readonly randomness: Randomness;
	readonly secondFactors: SecondFactorRepository;
	readonly recordWrongCode: Changes['recordWrongCode'];
}

const wrongCode = 'The code is wrong, or it was used already';
const absent = fail('not_found', { message: 'There is no second factor' });

export function createSecondFactors(dependencies: Dependencies): SecondFactors {
	const { secondFactors, accounts, codes, secretBox, randomness, recordWrongCode } = dependencies;
	const { findStep, use } = createFactorCodes(dependencies);

	async function removeStored(userCode: string): Promise<Result<null>> {
		await secondFactors.remove(userCode);
		return succeed(null);
	}

	return {
		isActive: async (userCode) => (await secondFactors.find(userCode))?.isActive === true,

		async begin(session, current, clientIp) {
			const { userCode } = session;
			const user = await accounts.findUser(userCode);
			if (user === undefined) return fail('unauthenticated');
			const checked = await dependencies.checkCurrentPassword(session, current, clientIp);
			if (!checked.ok) return checked;
			const secret = codes.createSecret();
			const outcome = await secondFactors.put({ userCode, sealed: secretBox.seal(secret) });
			if (outcome === 'missing') return fail('unauthenticated');
			if (outcome === 'active') return fail('invalid', { message: 'There is a second factor: remove it first' });
			return succeed({ secret, uri: codes.toUri(secret, toLabel(user)) });
		},

		async activate({ id, userCode }, text) {
			const factor = await secondFactors.find(userCode);
			const nothing = fail('not_found', { message: 'No secret waits for its first code' });
			if (factor === undefined || factor.isActive) return nothing;
			const step = findStep(factor, text);
			if (step === undefined) return failField('code', 'is wrong');
			const recoveryCodes = Array.from({ length: recoveryCodeCount }, () => randomness.hex(recoveryCodeBytes));
			const recoveryDigests = recoveryCodes.map(toKeyDigest);
			const activation = { userCode, sealed: factor.sealed, step, recoveryDigests };
			const outcome = await secondFactors.activate(activation, id);
			return outcome === 'updated' ? succeed(recoveryCodes.map(toShownRecoveryCode)) : nothing;
		},

		async remove({ userCode, method }, code) {
			const factor = await secondFactors.find(userCode);
			if (factor === undefined) return absent;
			if (!factor.isActive || method === 'key') return removeStored(userCode);
			if (code === undefined) return failField('code', 'is required');
			const used = await use(factor, code);
			if (!used.ok) return used;
			if (used.value) return removeStored(userCode);
			await recordWrongCode(userCode);
			return failField('code', 'is wrong, or it was used already');
		},

		async check(userCode, code) {
			const factor = await secondFactors.find(userCode);
			if (factor === undefined || !factor.isActive) return succeed('none');
			if (code === undefined) return fail('code_required');
			const used = await use(factor, code);
			if (!used.ok) return used;
			if (used.value) return succeed('shown');
			await recordWrongCode(userCode);
			return fail('code_required', { message: wrongCode });
		},

		async removeOfUser(principal, userCode) {
			const user = toOwned(await accounts.findUser(userCode), principal);
			if (!user.ok) return user;
			// A session of the owner must not get around the code.
			if (userCode === principal.userCode) {
				return fail('forbidden', { message: 'Access denied: your own second factor takes a code to remove' });
			}
			return removeStored(userCode);
		},

		async removeOfOwner(accountId) {
			const owner = (await accounts.listUsers(accountId)).find(({ role }) => role === 'owner');
			return owner === undefined ? fail('not_found') : removeStored(owner.code);
		},
	};
}

/** What a device shows beside the codes. */
function toLabel({ email, name }: User): string {
	return email ?? name;
}
