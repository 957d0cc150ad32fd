/**
 * Signing in to the dashboard, by password, by a link that was made for it, or by the owner's API key.
 *
 * An address may belong to users of several accounts: an agency works for many shops. The password decides which of them
 * signs in, or the account that the caller names. Whether nobody has the address, nobody of them a password, or the
 * password is wrong, the answer is the same, and takes as long.
 *
 * Each attempt spends from two limits: that of the client's network, and that of the address, so that neither many
 * passwords nor many clients help to guess. Somebody who tries an address without end therefore delays its owner, for whom
 * a key or a link still opens the dashboard.
 *
 * A user with a second factor also shows a code, behind a password or a link that was right. The owner's key opens the
 * other APIs without one, so it takes none here.
 */
import { toEmailKey } from '../../domain/account/display-name.ts';
import { findPasswordProblem } from '../../domain/account/password.ts';
import type { Session } from '../../domain/account/session.ts';
import { fail, failField, type Result, succeed } from '../../lib/failure.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import type { PasswordHasher } from '../../ports/password-hasher.ts';
import type { SignInRepository, StoredPassword } from '../../ports/sign-in-repository.ts';
import type { SpendAttempt } from './attempt-limit.ts';
import type { Authenticator } from './authenticate.ts';
import type { CheckCurrentPassword } from './current-password.ts';
import type { SecondFactors } from './second-factors.ts';
import type { SignedInUser } from './sessions.ts';
import type { SignInLinks } from './sign-in-links.ts';

export interface PasswordAttempt {
	readonly email: string;
	readonly password: string;
	/** Null: whichever account the password belongs to. */
	readonly accountId: string | null;
	/** Of the second factor; undefined: not given. */
	readonly code: string | undefined;
}

export interface LinkAttempt {
	readonly token: string;
	/** Of the second factor; undefined: not given. */
	readonly code: string | undefined;
}

export interface SignIn {
	/** Otherwise `unauthenticated`, `throttled`, or `code_required` for a user with a second factor. */
	byPassword(attempt: PasswordAttempt, clientIp: string): Promise<Result<SignedInUser>>;
	/** The same, by the token of a link, which is used up once the code was right, too. */
	byLink(attempt: LinkAttempt, clientIp: string): Promise<Result<SignedInUser>>;
	/** The same without a second factor, and `forbidden` for the key of a member. */
	byKey(key: string, clientIp: string): Promise<Result<SignedInUser>>;
	/**
	 * Sets the password of the session's user, and ends the user's other sessions. Takes the present password, unless the
	 * session began without one: that is how it is set for the first time, and again when it is forgotten.
	 */
	changePassword(
		session: Session,
		change: { readonly current: string | undefined; readonly next: string },
		clientIp: string,
	): Promise<Result<null>>;
}

interface Dependencies {
	readonly signIns: SignInRepository;
	readonly accounts: Pick<AccountRepository, 'findUser'>;
	readonly authenticate: Authenticator['authenticate'];
	readonly links: Pick<SignInLinks, 'find' | 'use'>;
	readonly passwords: PasswordHasher;
	readonly spendAttempt: SpendAttempt;
	readonly checkCurrentPassword: CheckCurrentPassword;
	readonly checkSecondFactor: SecondFactors['check'];
}

/** A hash is computed for each, so others of an address must name their account. */
const candidatesMax = 3;

const refused = fail('unauthenticated', { message: 'The address or the password is wrong' });

const staleLink = fail('unauthenticated', { message: 'The link was used, or it has expired: ask for another one' });

export function createSignIn(dependencies: Dependencies): SignIn {
	const { signIns, accounts, authenticate, links, passwords, spendAttempt, checkSecondFactor } = dependencies;

	async function findFitting(
		password: string,
		candidates: readonly StoredPassword[],
	): Promise<StoredPassword | undefined> {
		if (candidates.length === 0) await passwords.verify(password, undefined);
		for (const candidate of candidates) if (await passwords.verify(password, candidate.hash)) return candidate;
		return undefined;
	}

	/** Of a user whose password or link was right: the code, too. */
	async function complete(user: SignedInUser, code: string | undefined): Promise<Result<SignedInUser>> {
		const checked = await checkSecondFactor(user.userCode, code);
		if (!checked.ok) return checked;
		return succeed({ ...user, basis: { ...user.basis, hasNoSecondFactor: checked.value === 'none' } });
	}

	return {
		async byPassword({ email, password, accountId, code }, clientIp) {
			const emailKey = toEmailKey(email);
			const admitted = spendAttempt(clientIp, emailKey);
			if (!admitted.ok) return admitted;
			const candidates = await signIns.findPasswords({ emailKey, accountId, countMax: candidatesMax });
			const fitting = await findFitting(password, candidates);
			if (fitting === undefined) return refused;
			const { userCode, hash: passwordHash } = fitting;
			return complete({ userCode, method: 'password', keyId: null, basis: { passwordHash } }, code);
		},

		async byLink({ token, code }, clientIp) {
			const admitted = spendAttempt(clientIp, token);
			if (!admitted.ok) return admitted;
			const holder = await links.find(token);
			if (holder === undefined) return staleLink;
			const completed = await complete({ userCode: holder, method: 'link', keyId: null }, code);
			if (!completed.ok) return completed;
			return (await links.use(token)) === holder ? completed : staleLink;
		},

		async byKey(key, clientIp) {
			const admitted = spendAttempt(clientIp, key);
			if (!admitted.ok) return admitted;
			const caller = await authenticate(`Token ${key}`);
			if (!caller.ok) return caller;
			return succeed({ userCode: caller.value.userCode, method: 'key', keyId: caller.value.keyId });
		},

		async changePassword(session, { current, next }, clientIp) {
			const { userCode } = session;
			const user = await accounts.findUser(userCode);
			if (user === undefined) return fail('unauthenticated');
			if (user.email === null) {
				return fail('invalid', { message: 'You have no e-mail address to sign in with: it must be set first' });
			}
			const problem = findPasswordProblem(next, user.email);
			if (problem !== undefined) return failField('password', problem);
			const checked = await dependencies.checkCurrentPassword(session, current, clientIp);
			if (!checked.ok) return checked;
			const outcome = await signIns.setPassword({ userCode, hash: await passwords.hash(next) }, session.id);
			return outcome === 'updated' ? succeed(null) : fail('unauthenticated');
		},
	};
}
