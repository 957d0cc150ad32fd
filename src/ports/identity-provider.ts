/** Who a provider of identities says that somebody is. */
export interface Identity {
	/** Null: the provider gives none. */
	readonly email: string | null;
	/** Whether the provider says that it has checked that the address belongs to this person. */
	readonly isEmailVerified: boolean;
}

/** What the browser keeps between the two halves of a sign-in, so that nobody else can end it. */
export interface ProviderChecks {
	/** Where the provider sends the browser back to, without a query. */
	readonly returnUrl: string;
	readonly state: string;
	readonly nonce: string;
	/** The secret of PKCE (RFC 7636). */
	readonly verifier: string;
}

/**
 * Why there is no identity. `denied`: the person or the provider said no; `unavailable`: the provider did not answer, or
 * not in time; `failed`: its answer does not hold, or the browser came back with something else.
 */
export type ProviderFailure = 'denied' | 'unavailable' | 'failed';

/** A provider of identities by OpenID Connect. Nothing of it rejects because of the provider. */
export interface IdentityProvider {
	/** For people. */
	readonly name: string;
	/** @returns where to send the browser. */
	begin(returnUrl: string): Promise<{ readonly url: string; readonly checks: ProviderChecks } | ProviderFailure>;
	/** @param query what the browser came back with: what is behind the `?`. */
	finish(query: string, checks: ProviderChecks): Promise<Identity | ProviderFailure>;
}
