/** Signing in and out, and the password. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../app/account/sessions.ts';
import { type FailureCode, FailureError, fail, type Result, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { noContent } from '../shared/plain-answers.ts';
import { describeDashboardOperation } from './describe-dashboard-operation.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import * as wire from './session-wire.ts';

const codeFailures: readonly FailureCode[] = ['invalid', 'code_required'];

/** For callers who have no session yet. */
export function addSignInRoutes(app: App): void {
	app.post(
		'/sign_in',
		describeDashboardOperation(
			{ id: 'signIn', summary: 'Sign in with e-mail and password', access: 'sign_in', failures: codeFailures },
			{ body: wire.passwordSignIn, response: { 204: noContent } },
		),
		async (request, reply) => {
			const { email, password, account_id: accountId = null, code } = request.body;
			const attempt = { email, password, accountId, code };
			return begin(request, reply, await request.zone.signIn.byPassword(attempt, request.ip));
		},
	);

	app.post(
		'/sign_in/link',
		describeDashboardOperation(
			{ id: 'signInWithLink', summary: 'Sign in with a link, once', access: 'sign_in', failures: codeFailures },
			{ body: wire.linkSignIn, response: { 204: noContent } },
		),
		async (request, reply) => {
			const { token, code } = request.body;
			return begin(request, reply, await request.zone.signIn.byLink({ token, code }, request.ip));
		},
	);

	app.post(
		'/sign_in/key',
		describeDashboardOperation(
			{ id: 'signInWithKey', summary: "Sign in with the owner's API key", access: 'sign_in', failures: ['invalid'] },
			{ body: wire.keySignIn, response: { 204: noContent } },
		),
		async (request, reply) => begin(request, reply, await request.zone.signIn.byKey(request.body.key, request.ip)),
	);
}

async function begin(request: FastifyRequest, reply: FastifyReply, user: Result<SignedInUser>): Promise<FastifyReply> {
	setSessionCookie(reply, unwrap(await request.zone.sessions.open(unwrap(user))));
	return reply.code(204).send(null);
}

export function addSessionRoutes(app: App): void {
	app.get(
		'/session',
		describeDashboardOperation(
			{ id: 'readSession', summary: 'Who is signed in', access: 'session', without: ['forbidden'] },
			{ response: { 200: wire.sessionOutput } },
		),
		async ({ zone, session }) => {
			const { accountId } = session.principal;
			const { userCode } = session.session;
			const [account, user, hasSecondFactor] = await Promise.all([
				zone.accounts.find(accountId),
				zone.users.find(session.principal, userCode),
				zone.secondFactors.isActive(userCode),
			]);
			// The session has just been found, so they can be missing only if they were deleted in between.
			if (!account.ok || !user.ok) throw new FailureError(fail('unauthenticated').failure);
			return wire.toSessionWire(session, {
				...{ account: account.value, user: user.value, hasSecondFactor },
			});
		},
	);

	app.delete(
		'/session',
		describeDashboardOperation(
			{ id: 'signOut', summary: 'Sign out here', access: 'session' },
			{ response: { 204: noContent } },
		),
		async ({ zone, session }, reply) => {
			await zone.sessions.end(session.session);
			clearSessionCookie(reply);
			return reply.code(204).send(null);
		},
	);

	app.delete(
		'/sessions',
		describeDashboardOperation(
			{ id: 'signOutEverywhere', summary: 'End all your sessions', access: 'session' },
			{ response: { 204: noContent } },
		),
		async ({ zone, session }, reply) => {
			await zone.sessions.endAll(session.session);
			clearSessionCookie(reply);
			return reply.code(204).send(null);
		},
	);

	app.put(
		'/password',
		describeDashboardOperation(
			{
				id: 'changePassword',
				summary: 'Set your password, and end your other sessions',
				access: 'session',
				failures: ['invalid'],
			},
			{ body: wire.passwordChange, response: { 204: noContent } },
		),
		async ({ zone, session, body, ip }, reply) => {
			const change = { current: body.current, next: body.password };
			unwrap(await zone.signIn.changePassword(session.session, change, ip));
			return reply.code(204).send(null);
		},
	);
}
