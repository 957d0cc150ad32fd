/**
 * A provider of identities by OpenID Connect: the authorization code flow with PKCE, state and nonce (OpenID Connect Core
 * 1.0, section 3.1; RFC 9700).
 *
 * The package is loaded, and the provider asked for its addresses, when somebody first signs in: a start neither waits for
 * the provider nor needs it.
 */
import type { ClientAuth, Configuration } from 'openid-client';
import type { Identity, IdentityProvider, ProviderChecks, ProviderFailure } from '../../ports/identity-provider.ts';

export interface OidcOptions {
	/** Identifies the provider; its metadata are below it. */
	readonly issuer: string;
	readonly clientId: string;
	/** Undefined: the provider knows the client as public. */
	readonly clientSecret: string | undefined;
	readonly name: string;
	/** For each request to the provider. */
	readonly timeoutMs: number;
	readonly monotonicMs: () => number;
	/** Called with the reason when the provider does not answer, or its answer does not hold. It has no secrets in it. */
	readonly onTrouble: (reason: string) => void;
}

type Package = typeof import('openid-client');

interface Connection {
	readonly client: Package;
	readonly configuration: Configuration;
}

/** Addresses of providers change rarely; their keys are read again when one is missing. */
const metadataAgeMsMax = 3_600_000;
const clockToleranceSeconds = 60;
const scope = 'openid email';

export function createOidcProvider(options: OidcOptions): IdentityProvider {
	const connect = cacheConnection(options);

	async function attempt<T>(work: (connection: Connection) => Promise<T>): Promise<T | ProviderFailure> {
		let connection: Connection | undefined;
		try {
			connection = await connect();
			return await work(connection);
		} catch (error) {
			const failure = toFailure(error, connection?.client);
			if (failure !== 'denied') options.onTrouble(describe(error));
			return failure;
		}
	}

	return {
		name: options.name,

		begin: (returnUrl) =>
			attempt(async ({ client, configuration }) => {
				const checks = {
					returnUrl,
					state: client.randomState(),
					nonce: client.randomNonce(),
					verifier: client.randomPKCECodeVerifier(),
				};
				const url = client.buildAuthorizationUrl(configuration, {
					...{ redirect_uri: returnUrl, scope, state: checks.state, nonce: checks.nonce },
					code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
					code_challenge_method: 'S256',
				});
				return { url: url.href, checks };
			}),

		finish: (query, checks) => attempt((connection) => redeem(connection, query, checks)),
	};
}

async function redeem({ client, configuration }: Connection, query: string, checks: ProviderChecks): Promise<Identity> {
	const tokens = await client.authorizationCodeGrant(configuration, new URL(`${checks.returnUrl}?${query}`), {
		pkceCodeVerifier: checks.verifier,
		expectedState: checks.state,
		expectedNonce: checks.nonce,
	});
	const claims = tokens.claims();
	if (claims === undefined) throw new Error('the provider answered without an ID token');
	// With a code, providers may give the claims of a scope by this request alone (OpenID Connect Core 1.0, section 5.4).
	const isElsewhere = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
	const { email, email_verified: isVerified } = isElsewhere
		? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
		: claims;
	return { email: typeof email === 'string' ? email : null, isEmailVerified: isVerified === true };
}

/** One for all who sign in, as long as it is young and was successful. */
function cacheConnection(options: OidcOptions): () => Promise<Connection> {
	let last: { readonly connection: Promise<Connection>; readonly madeAtMs: number } | undefined;
	return () => {
		const nowMs = options.monotonicMs();
		if (last !== undefined && nowMs - last.madeAtMs < metadataAgeMsMax) return last.connection;
		const made = { connection: openConnection(options), madeAtMs: nowMs };
		last = made;
		made.connection.catch(() => {
			if (last === made) last = undefined;
		});
		return made.connection;
	};
}

async function openConnection({ issuer, clientId, clientSecret, timeoutMs }: OidcOptions): Promise<Connection> {
	const client = await import('openid-client');
	const url = new URL(issuer);
	// The setting allows http on the machine itself alone.
	const execute = [
		client.enableNonRepudiationChecks,
		...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
	];
	const metadata = { [client.clockTolerance]: clockToleranceSeconds };
	const authentication = clientSecret === undefined ? client.None() : authenticate(client, clientSecret);
	const settings = { execute, timeout: timeoutMs / 1000 };
	return { client, configuration: await client.discovery(url, clientId, metadata, authentication, settings) };
}

/**
 * Sends the secret as the provider says that it takes it. `client_secret_basic` is the default of the specification, for
 * providers that say nothing.
 */
function authenticate(client: Package, secret: string): ClientAuth {
	const [basic, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
	return (...call) => {
		const methods = call[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
		const send = methods.includes('client_secret_basic') ? basic : inBody;
		send(...call);
	};
}

function toFailure(error: unknown, client: Package | undefined): ProviderFailure {
	if (client !== undefined && error instanceof client.AuthorizationResponseError) {
		if (error.error === 'access_denied') return 'denied';
		return /^(server_error|temporarily_unavailable)$/.test(error.error) ? 'unavailable' : 'failed';
	}
	const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
	// Node.js rejects with a TypeError when there is no connection.
	if (code === 'OAUTH_TIMEOUT' || (error instanceof TypeError && cause instanceof Error)) return 'unavailable';
	return cause instanceof Response && cause.status >= 500 ? 'unavailable' : 'failed';
}

/** The messages alone: what else is on these errors may contain codes and tokens. */
function describe(error: unknown): string {
	if (!(error instanceof Error)) return 'no error';
	const { code } = error as { readonly code?: unknown };
	const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
	return `${typeof code === 'string' ? `${code}: ` : ''}${error.message}${cause}`;
}
