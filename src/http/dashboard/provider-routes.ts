/**
 * Signing in by a provider of identities. A browser comes here by addresses alone: from a button, and back from the
 * provider. So the answers are redirections, and a refusal is behind the `#` of the page that the browser gets.
 *
 * The cookie between the two must be sent although another site leads the browser here (`SameSite=Lax`); only these two
 * addresses get it, and it opens nothing by itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ProviderRefusal, type ProviderSignIn, providerSignInMs } from '../../app/account/provider-sign-in.ts';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { readCookie, setCookie } from './cookies.ts';
import { describeDashboardOperation } from './describe-dashboard-operation.ts';
import * as wire from './provider-wire.ts';
import { setSessionCookie } from './session-cookie.ts';

const path = '/dashboard/api/sign_in/oidc';
const cookie = { name: 'vitrine_oidc', path, sameSite: 'Lax' } as const;
const page = '/dashboard';

const endings: Readonly<Record<ProviderRefusal, string>> = {
	denied: 'oidc_denied',
	unavailable: 'oidc_unavailable',
	failed: 'oidc_failed',
	throttled: 'too_many_requests',
	expired: 'oidc_expired',
	unverified: 'oidc_unverified',
	unknown_user: 'oidc_unknown_user',
	several_users: 'oidc_several_users',
};

const access = { access: 'sign_in', without: ['unauthenticated', 'forbidden', 'throttled', 'overloaded'] } as const;

/** @param toOwnUrl where a browser must come back to: the host that it left, which has its cookie. */
export function addProviderRoutes(app: App, toOwnUrl: (request: FastifyRequest) => string): void {
	app.get(
		'/sign_in',
		describeDashboardOperation(
			{ ...access, id: 'listSignInMethods', summary: 'Which ways there are to sign in' },
			{ response: { 200: wire.methodsOutput } },
		),
		async ({ zone }) => wire.toMethodsWire(zone.providerSignIn?.name),
	);

	app.get(
		'/sign_in/oidc',
		describeDashboardOperation(
			{
				...{ ...access, id: 'beginProviderSignIn', failures: ['invalid', 'not_found'] },
				summary: 'Lead a browser to the provider of identities',
			},
			{ querystring: wire.providerQuery, response: { 302: wire.redirection } },
		),
		async (request, reply) => {
			const { account_id: accountId = null } = request.query;
			const returnUrl = `${toOwnUrl(request)}${path}/callback`;
			const begun = await findProvider(request).begin({ returnUrl, accountId }, request.ip);
			if (!begun.ok) return redirect(reply, `${page}#error=${endings[begun.refusal]}`);
			setCookie(reply, { ...cookie, value: begun.value.sealed, maxAgeSeconds: providerSignInMs / 1000 });
			return redirect(reply, begun.value.url);
		},
	);

	app.get(
		'/sign_in/oidc/callback',
		describeDashboardOperation(
			{
				...{ ...access, id: 'endProviderSignIn', failures: ['not_found'] },
				summary: 'Where the provider of identities leads the browser back to',
			},
			{ response: { 302: wire.redirection } },
		),
		async (request, reply) => {
			const query = request.url.split('?')[1] ?? '';
			const answer = { sealed: readCookie(request, cookie.name), query };
			const ended = await findProvider(request).finish(answer, request.ip);
			setCookie(reply, { ...cookie, value: '', maxAgeSeconds: 0 });
			if (!ended.ok) return redirect(reply, `${page}#error=${endings[ended.refusal]}`);
			setSessionCookie(reply, unwrap(await request.zone.sessions.open(ended.value)));
			return redirect(reply, page);
		},
	);
}

/** @throws {FailureError} `not_found` without a provider. */
function findProvider({ zone }: FastifyRequest): ProviderSignIn {
	if (zone.providerSignIn !== undefined) return zone.providerSignIn;
	throw new FailureError(fail('not_found', { message: 'No provider of identities is configured' }).failure);
}

function redirect(reply: FastifyReply, url: string): FastifyReply {
	return reply.code(302).header('location', url).send(null);
}
