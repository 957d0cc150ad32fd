/**
 * A provider of identities: `oidc-provider`, which is certified for OpenID Connect, with a person who signs in without
 * being asked. What it answers can be changed on the way, as a broken or dishonest provider would.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata } from 'oidc-provider';

export const providerClient = { id: 'vitrine', secret: 'secret-of-vitrine-at-the-provider-0123456789' };

/** Who is at the provider's page, and what the provider knows of this person. */
export interface ProviderPerson {
	readonly email?: string;
	readonly email_verified?: boolean;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface TestProvider {
	readonly issuer: string;
	/** The next sign-ins are by this person; null: by somebody who refuses. */
	setPerson(person: ProviderPerson | null): void;
	/** Answers calls of this path (`/token`, `/me`, `/jwks`, `/.well-known/…`) in its place; undefined: as it should be. */
	answerInstead(path: string, answer: Answer | undefined): void;
	/** Paths of the calls that came, in order. */
	readonly calls: readonly string[];
	/** What a browser does: follows the provider's redirections from here to the first address of another server. */
	visit(url: string): Promise<string>;
	close(): Promise<void>;
}

interface ProviderOptions {
	/** Asked for at the first call, when whoever signs people in by this provider is listening. */
	readonly readReturnUrl: () => string;
	readonly client?: Partial<ClientMetadata>;
	/** Whether the claims of a scope are in the ID token, or only where the access token opens them. */
	readonly hasClaimsInToken?: boolean;
}

export async function startProvider({
	readReturnUrl,
	client,
	hasClaimsInToken = true,
}: ProviderOptions): Promise<TestProvider> {
	let person: ProviderPerson | null = {};
	const instead = new Map<string, Answer>();
	const calls: string[] = [];
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	let provider: Provider | undefined;
	const open = () =>
		createProvider(issuer, () => person, {
			...{ client_id: providerClient.id, client_secret: providerClient.secret, redirect_uris: [readReturnUrl()] },
			...{ isConformant: !hasClaimsInToken, ...client },
		});
	server.on('request', (request, response) => {
		provider ??= open();
		const path = (request.url ?? '').split('?')[0] ?? '';
		calls.push(path);
		const answer = instead.get(path);
		if (answer !== undefined) answer(request, response);
		else if (path.startsWith('/person/')) void answerForPerson(provider, person, { request, response });
		else void provider.callback()(request, response);
	});
	return {
		...{ issuer, calls },
		visit: (url) => visit(issuer, url),
		setPerson(next) {
			person = next;
		},
		answerInstead(path, answer) {
			if (answer === undefined) instead.delete(path);
			else instead.set(path, answer);
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function createProvider(
	issuer: string,
	readPerson: () => ProviderPerson | null,
	{ isConformant, ...client }: ClientMetadata & { readonly isConformant: boolean },
): Provider {
	return new Provider(issuer, {
		clients: [client],
		claims: { email: ['email', 'email_verified'] },
		conformIdTokenClaims: isConformant,
		clientAuthMethods: [client.token_endpoint_auth_method ?? 'client_secret_basic'],
		features: { devInteractions: { enabled: false } },
		cookies: { keys: ['a key of the tests'] },
		interactions: { url: (_context, { uid }) => `/person/${uid}` },
		findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...readPerson() }) }),
		async loadExistingGrant(context) {
			const { client: known, session } = context.oidc;
			if (known === undefined || session?.accountId === undefined) return undefined;
			const grant = new context.oidc.provider.Grant({ clientId: known.clientId, accountId: session.accountId });
			grant.addOIDCScope('openid email');
			await grant.save();
			return grant;
		},
	});
}

async function answerForPerson(
	provider: Provider,
	person: ProviderPerson | null,
	{ request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
): Promise<void> {
	const result = person === null ? { error: 'access_denied' } : { login: { accountId: 'person' } };
	await provider.interactionFinished(request, response, result);
}

async function visit(issuer: string, start: string): Promise<string> {
	const cookies = new Map<string, string>();
	let url = start;
	while (url.startsWith(issuer)) {
		const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
		for (const set of answer.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
			cookies.set(name, value);
		}
		const location = answer.headers.get('location');
		if (location === null) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
		url = new URL(location, url).href;
	}
	return url;
}
