/**
 * Links that sign in once: the first way into the dashboard, an invitation for a member, and the way back for whoever
 * forgot a password. The owner makes them for users of the account, the operator for owners. Whoever has the link signs in, so
 * it ends after a day, when it is used, and when the next one is made for the same user.
 *
 * The token is behind the `#` of the link, which browsers do not send: it is in no log of a server or a proxy, and programs
 * that fetch links in messages to preview them do not use it up.
 */
import type { Principal } from '../../domain/account/account.ts';
import { toOwned } from '../../domain/account/to-owned.ts';
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { AccountRepository } from '../../ports/account-repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Randomness } from '../../ports/randomness.ts';
import type { SignInRepository } from '../../ports/sign-in-repository.ts';
import { toKeyDigest } from './authenticate.ts';

export interface SignInLink {
	/** 40 hex digits, shown once: the store keeps their digest. */
	readonly token: string;
	/** By the wall clock, for people. */
	readonly expiresAtMs: number;
}

export interface SignInLinks {
	/** `not_found` when there is no such user, `forbidden` when it belongs to another account. */
	create(principal: Principal, userCode: string): Promise<Result<SignInLink>>;
	/** For the owner of an account; `not_found` when there is no such account. */
	createForOwner(accountId: string): Promise<Result<SignInLink>>;
	/** Whose link has this token; undefined when it was used, has expired or never was. */
	find(token: string): Promise<string | undefined>;
	/** Uses the link of a token up. @returns whose it was; undefined when it was used, has expired or never was. */
	use(token: string): Promise<string | undefined>;
}

/** The link, behind the address of the server. */
export function toSignInPath(token: string): string {
	return `/dashboard#link=${token}`;
}

interface Dependencies {
	readonly signIns: SignInRepository;
	readonly accounts: Pick<AccountRepository, 'findUser' | 'listUsers'>;
	readonly randomness: Randomness;
	readonly clock: Clock;
}

const linkLifeMs = 24 * 3_600_000;
/** 160 bits cannot be guessed. */
const tokenBytes = 20;

export function createSignInLinks({ signIns, accounts, randomness, clock }: Dependencies): SignInLinks {
	async function make(userCode: string): Promise<Result<SignInLink>> {
		const token = randomness.hex(tokenBytes);
		const link = { userCode, digest: toKeyDigest(token), expiresAtMs: clock.steadyMs() + linkLifeMs };
		if ((await signIns.putLink(link)) === 'missing') return fail('not_found');
		return succeed({ token, expiresAtMs: clock.nowMs() + linkLifeMs });
	}

	return {
		async create(principal, userCode) {
			const user = toOwned(await accounts.findUser(userCode), principal);
			return user.ok ? make(userCode) : user;
		},
		async createForOwner(accountId) {
			const owner = (await accounts.listUsers(accountId)).find(({ role }) => role === 'owner');
			return owner === undefined ? fail('not_found') : make(owner.code);
		},
		find: (token) => signIns.findLink(toKeyDigest(token), clock.steadyMs()),
		use: (token) => signIns.useLink(toKeyDigest(token), clock.steadyMs()),
	};
}
