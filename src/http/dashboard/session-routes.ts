/** Signing in and out, and the password. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInUser } from '../../app/account/sessions.ts';
import { type FailureCode, FailureError, fail, type Result, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { describeOperation, type OperationParts } from '../shared/describe-operation.ts';
import { noContent } from '../shared/plain-answers.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import * as wire from './session-wire.ts';

interface Details {
	readonly id: string;
	readonly summary: string;
	readonly access: 'sign_in' | 'session';
	readonly failures?: readonly FailureCode[];
	readonly without?: readonly FailureCode[];
}

function describe<T extends OperationParts>({ failures = [], ...details }: Details, parts: T) {
	return describeOperation({ ...details, tag: 'Dashboard', failures: [...failures, 'timed_out'] }, parts);
}

/** For callers who have no session yet. */
export function addSignInRoutes(app: App): void {
	app.post(
		'/sign_in',
		describe(
			{ id: 'signIn', summary: 'Sign in with e-mail and password', access: 'sign_in', failures: ['invalid'] },
			{ body: wire.passwordSignIn, response: { 204: noContent } },
		),
		async (request, reply) => {
			const { email, password, account_id: accountId = null } = request.body;
			return begin(request, reply, await request.zone.signIn.byPassword({ email, password, accountId }, request.ip));
		},
	);

	app.post(
		'/sign_in/link',
		describe(
			{ id: 'signInWithLink', summary: 'Sign in with a link, once', access: 'sign_in', failures: ['invalid'] },
			{ body: wire.linkSignIn, response: { 204: noContent } },
		),
		async (request, reply) => begin(request, reply, await request.zone.signIn.byLink(request.body.token, request.ip)),
	);

	app.post(
		'/sign_in/key',
		describe(
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
		describe(
			{ id: 'readSession', summary: 'Who is signed in', access: 'session', without: ['forbidden'] },
			{ response: { 200: wire.sessionOutput } },
		),
		async ({ zone, session }) => {
			const { accountId } = session.principal;
			const [account, user] = await Promise.all([
				zone.accounts.find(accountId),
				zone.users.find(session.principal, session.principal.userCode),
			]);
			// The session has just been found, so they can be missing only if they were deleted in between.
			if (!account.ok || !user.ok) throw new FailureError(fail('unauthenticated').failure);
			return wire.toSessionWire(session, { account: account.value, user: user.value });
		},
	);

	app.delete(
		'/session',
		describe({ id: 'signOut', summary: 'Sign out here', access: 'session' }, { response: { 204: noContent } }),
		async ({ zone, session }, reply) => {
			await zone.sessions.end(session.session);
			clearSessionCookie(reply);
			return reply.code(204).send(null);
		},
	);

	app.delete(
		'/sessions',
		describe(
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
		describe(
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
