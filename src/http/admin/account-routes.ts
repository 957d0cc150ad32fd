/** The caller's own account, its users and their keys. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { FailureError, fail, unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { noContent } from '../shared/plain-answers.ts';
import * as wire from './account-wire.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';

export function addAccountRoutes(app: App): void {
	const tag = 'Account';

	app.get(
		'/account',
		describeOwnerOperation(
			{ id: 'readOwnAccount', summary: 'Read your account', tag },
			{ response: { 200: wire.accountOutput } },
		),
		async (request) => {
			// The key has just been accepted, so its account can be missing only if it was deleted in between.
			const found = await request.zone.accounts.find(request.principal.accountId);
			return wire.toAccountWire(unwrap(found));
		},
	);

	app.patch(
		'/account',
		describeOwnerOperation(
			{ id: 'updateOwnAccount', summary: 'Rename your account', tag, failures: bodyFailures },
			{ body: wire.namedInput, response: { 200: wire.accountOutput } },
		),
		async (request) => {
			const renamed = await request.zone.accounts.rename(request.principal.accountId, request.body.name);
			return wire.toAccountWire(unwrap(renamed));
		},
	);
}

export function addUserRoutes(app: App): void {
	addUsersRoutes(app);
	addSignInRoutes(app);
}

function addUsersRoutes(app: App): void {
	const tag = 'Users';

	app.get(
		'/users',
		describeOwnerOperation(
			{ id: 'listUsers', summary: 'List the users of your account', tag },
			{ response: { 200: Type.Array(wire.userOutput) } },
		),
		async (request) => (await request.zone.users.list(request.principal)).map(wire.toUserWire),
	);

	app.post(
		'/users',
		describeOwnerOperation(
			{ id: 'createUser', summary: 'Add a member to your account', tag, failures: bodyFailures },
			{ body: wire.userInput, response: { 201: wire.userOutput } },
		),
		async (request, reply) => {
			const profile = { email: null, ...wire.toProfile(request.body) };
			const user = unwrap(await request.zone.users.create(request.principal, profile));
			return reply.code(201).send(wire.toUserWire(user));
		},
	);

	app.get(
		'/users/:user_code',
		describeOwnerOperation(
			{ id: 'readUser', summary: 'Read a user', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.userPath, response: { 200: wire.userOutput } },
		),
		async (request) =>
			wire.toUserWire(unwrap(await request.zone.users.find(request.principal, request.params.user_code))),
	);

	app.patch(
		'/users/:user_code',
		describeOwnerOperation(
			{ id: 'updateUser', summary: 'Change a user', tag, failures: [...bodyFailures, 'not_found'] },
			{ params: wire.userPath, body: wire.userChangeInput, response: { 200: wire.userOutput } },
		),
		async (request) => {
			const { params, body, principal, zone } = request;
			const { email, current } = body;
			if (email !== undefined && isOwnSession(request, params.user_code)) {
				const { email: present } = unwrap(await zone.users.find(principal, params.user_code));
				if (email !== present) await confirm(request, current);
			}
			return wire.toUserWire(unwrap(await zone.users.update(principal, params.user_code, wire.toProfile(body))));
		},
	);

	app.delete(
		'/users/:user_code',
		describeOwnerOperation(
			{ id: 'deleteUser', summary: 'Remove a member and its keys', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.userPath, response: { 204: noContent } },
		),
		async (request, reply) => {
			unwrap(await request.zone.users.remove(request.principal, request.params.user_code));
			return reply.code(204).send(null);
		},
	);
}

/** How users get into the dashboard, for the first time and when they cannot any more. */
function addSignInRoutes(app: App): void {
	const tag = 'Users';

	app.post(
		'/users/:user_code/sign_in_links',
		describeOwnerOperation(
			{
				id: 'createSignInLink',
				summary: 'Make a link that signs a user in to the dashboard once',
				tag,
				failures: ['invalid', 'not_found'],
				carriesSecret: true,
			},
			{ params: wire.userPath, response: { 201: wire.signInLinkOutput } },
		),
		async (request, reply) => {
			const { zone, principal, params } = request;
			if (isOwnSession(request, params.user_code)) throw new FailureError(ownLink.failure);
			const link = unwrap(await zone.signInLinks.create(principal, params.user_code));
			return reply.code(201).send(wire.toSignInLinkWire(link));
		},
	);

	app.delete(
		'/users/:user_code/second_factor',
		describeOwnerOperation(
			{
				id: 'removeSecondFactorOfUser',
				summary: 'Remove the second factor of a member who has lost the device',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: wire.userPath, response: { 204: noContent } },
		),
		async (request, reply) => {
			const { zone, principal, params } = request;
			unwrap(await zone.secondFactors.removeOfUser(principal, params.user_code));
			return reply.code(204).send(null);
		},
	);
}

export function addKeyRoutes(app: App): void {
	const tag = 'Keys';

	app.get(
		'/keys',
		describeOwnerOperation(
			{ id: 'listKeys', summary: 'List the API keys of your account, revoked ones included', tag },
			{ response: { 200: Type.Array(wire.keyOutput) } },
		),
		async (request) => (await request.zone.keys.list(request.principal)).map(wire.toKeyWire),
	);

	app.post(
		'/users/:user_code/keys',
		describeOwnerOperation(
			{
				id: 'createKey',
				summary: 'Make an API key for a user',
				tag,
				failures: [...bodyFailures, 'not_found'],
				carriesSecret: true,
			},
			{ params: wire.userPath, body: wire.keyInput, response: { 201: wire.issuedKeyOutput } },
		),
		async (request, reply) => {
			const { params, body, principal, zone } = request;
			if (isOwnSession(request, params.user_code)) await confirm(request, body.current);
			const issued = unwrap(await zone.keys.create(principal, params.user_code, body.name));
			return reply.code(201).send(wire.toIssuedKeyWire(issued));
		},
	);

	app.delete(
		'/keys/:key_id',
		describeOwnerOperation(
			{ id: 'revokeKey', summary: 'Revoke an API key', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.keyPath, response: { 204: noContent } },
		),
		async (request, reply) => {
			unwrap(await request.zone.keys.revoke(request.principal, request.params.key_id));
			return reply.code(204).send(null);
		},
	);
}

const ownLink = fail('forbidden', {
	message: 'Access denied: a session makes no link for its own user: an API key does, or the operator of the server',
});

/** A session that was left open must not be enough to make another way in for its user, which would outlast it. */
function isOwnSession({ session }: FastifyRequest, userCode: string): boolean {
	return session?.session.userCode === userCode;
}

async function confirm({ session, zone, ip }: FastifyRequest, current: string | undefined): Promise<void> {
	unwrap(await zone.checkCurrentPassword(session.session, current, ip));
}
