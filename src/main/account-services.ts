/** The use cases of a zone that know its people: who is calling, who may call, and how they sign in. */

import { createJoseTokenVerifier } from '../adapters/crypto/jose-token-verifier.ts';
import { createRotatingClaimBox } from '../adapters/crypto/server-keys.ts';
import { createTotpCodes } from '../adapters/crypto/totp-codes.ts';
import { createOidcProvider } from '../adapters/oidc/oidc-provider.ts';
import { createAccounts } from '../app/account/accounts.ts';
import { createAttemptLimit } from '../app/account/attempt-limit.ts';
import { createAuthenticator } from '../app/account/authenticate.ts';
import { createChanges } from '../app/account/changes.ts';
import { createCurrentPasswordCheck } from '../app/account/current-password.ts';
import { createKeys } from '../app/account/keys.ts';
import { limitRefusals } from '../app/account/limit-refusals.ts';
import { createProviderSignIn, type ProviderSignIn } from '../app/account/provider-sign-in.ts';
import { createSecondFactors } from '../app/account/second-factors.ts';
import { createSessions } from '../app/account/sessions.ts';
import { createSignIn } from '../app/account/sign-in.ts';
import { createSignInLinks } from '../app/account/sign-in-links.ts';
import { createUsers } from '../app/account/users.ts';
import { type ZoneName, zoneNames } from '../domain/zone/zone.ts';
import type { ZoneServices } from '../http/server/zone-services.ts';
import type { AccountRepository } from '../ports/account-repository.ts';
import type { Clock } from '../ports/clock.ts';
import type { Database } from '../ports/database.ts';
import type { Randomness } from '../ports/randomness.ts';
import type { SecretBox } from '../ports/secret-box.ts';
import type { ZoneLimits } from './zone-limits.ts';
import type { ZoneEnvironment } from './zone-link.ts';

export interface AccountParts extends Pick<ZoneEnvironment, 'serverKeys' | 'logger' | 'settings' | 'passwords'> {
	readonly database: Pick<Database, 'accounts' | 'signIns' | 'secondFactors' | 'changes'>;
	/** Cached, because every call asks for its key. */
	readonly findKeyByDigest: AccountRepository['findKeyByDigest'];
	readonly secretBox: SecretBox;
	readonly randomness: Randomness;
	readonly clock: Clock;
	readonly limits: ZoneLimits;
}

type AccountServices = Pick<
	ZoneServices,
	| 'authenticate'
	| 'accounts'
	| 'users'
	| 'keys'
	| 'changes'
	| 'signIn'
	| 'providerSignIn'
	| 'signInLinks'
	| 'checkCurrentPassword'
	| 'secondFactors'
	| 'sessions'
>;

export function createAccountServices(zone: ZoneName, parts: AccountParts): AccountServices {
	const { database, secretBox, randomness, clock, limits, logger, passwords } = parts;
	const { accounts, signIns } = database;
	const keyIssuing = { accounts, secretBox, randomness, clock };
	const { authenticate } = createAuthenticator({
		accounts: { ...accounts, findKeyByDigest: parts.findKeyByDigest },
		secretBox,
		clock,
		zoneNames,
		tokenVerifier: createJoseTokenVerifier(),
		onClosedKey(error, keyId) {
			logger.warn({ err: error, keyId }, 'an API key cannot be opened: JWTs signed with it are refused');
		},
	});
	const changes = createChanges({
		changes: database.changes,
		clock,
		onFailure: (error, operation) => logger.error({ err: error, operation }, 'a change was made, but not recorded'),
	});
	const links = createSignInLinks({ signIns, accounts, randomness, clock });
	const spendAttempt = createAttemptLimit({ networkLimiter: limits.signInLimiter, guessLimiter: limits.guessLimiter });
	const checkCurrentPassword = createCurrentPasswordCheck({ signIns, passwords, spendAttempt });
	const secondFactors = createSecondFactors({
		...{ secondFactors: database.secondFactors, accounts, secretBox, checkCurrentPassword, randomness, clock },
		codes: createTotpCodes(),
		codeLimiter: limits.codeLimiter,
		recordWrongCode: changes.recordWrongCode,
		onClosedSecret(error, userCode) {
			logger.warn({ err: error, userCode }, 'the secret of a second factor cannot be opened: its codes are refused');
		},
	});
	return {
		authenticate: limitRefusals(authenticate, limits.refusalLimiter),
		accounts: createAccounts(keyIssuing),
		users: createUsers({ accounts, secondFactors: database.secondFactors, randomness, clock }),
		keys: createKeys(keyIssuing),
		changes,
		signInLinks: links,
		checkCurrentPassword,
		secondFactors,
		signIn: createSignIn({
			...{ signIns, accounts, authenticate, links, passwords, spendAttempt, checkCurrentPassword },
			checkSecondFactor: secondFactors.check,
		}),
		providerSignIn: createProvider(zone, parts),
		sessions: createSessions({
			...{ signIns, randomness, clock, recordSignIn: changes.recordSignIn },
			claimBox: createRotatingClaimBox(parts.serverKeys, `dashboard session of ${zone}`),
		}),
	};
}

/** Somebody waits for it, in a browser. */
const providerTimeoutMs = 5000;

/** Undefined where no provider of identities is configured. */
function createProvider(zone: ZoneName, parts: AccountParts): ProviderSignIn | undefined {
	const { settings, serverKeys, database, limits, clock, logger } = parts;
	const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
	if (issuer === undefined || clientId === undefined) return undefined;
	return createProviderSignIn({
		...{ signIns: database.signIns, networkLimiter: limits.signInLimiter, clock },
		claimBox: createRotatingClaimBox(serverKeys, `sign-in by a provider of ${zone}`),
		provider: createOidcProvider({
			...{ issuer, clientId, clientSecret, timeoutMs: providerTimeoutMs, monotonicMs: clock.monotonicMs },
			name: settings.oidcName ?? new URL(issuer).host,
			onTrouble: (reason) => logger.warn({ issuer, reason }, 'the provider of identities could not sign somebody in'),
		}),
	});
}
