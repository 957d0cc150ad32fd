/** Accounts, for the operator of the server. No account can see another one; the operator sees all. */
import { Type } from 'typebox';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { noContent } from '../shared/plain-answers.ts';
import * as wire from './account-wire.ts';
import { bodyFailures, describeOperatorOperation } from './describe-admin-operation.ts';

const tag = 'Accounts';

export function addOperatorRoutes(app: App): void {
	addAccountsRoutes(app);
	addAccountRoutes(app);
	addOwnerRoutes(app);
}

/** All accounts. */
function addAccountsRoutes(app: App): void {
	app.get(
		'/accounts',
		describeOperatorOperation(
			{ id: 'listAccounts', summary: 'List all accounts', tag },
			{ response: { 200: Type.Array(wire.accountOutput) } },
		),
		async (request) => (await request.zone.accounts.list()).map(wire.toAccountWire),
	);

	app.post(
		'/accounts',
		describeOperatorOperation(
			{
				id: 'createAccount',
				summary: 'Create an account, its owner and a first key',
				tag,
				failures: bodyFailures,
				carriesSecret: true,
			},
			{ body: wire.accountInput, response: { 201: wire.createdAccountOutput } },
		),
		async (request, reply) => {
			const { name, owner } = request.body;
			const profile = { name: owner.name, email: owner.email ?? null };
			const created = unwrap(await request.zone.accounts.create({ name, owner: profile }));
			return reply.code(201).send({
				...wire.toAccountWire(created.account),
				owner: wire.toUserWire({ ...created.owner, hasSecondFactor: false }),
				key: created.issued.secret,
			});
		},
	);
}

/** One account. */
function addAccountRoutes(app: App): void {
	app.get(
		'/accounts/:account_id',
		describeOperatorOperation(
			{ id: 'readAccount', summary: 'Read an account', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.accountPath, response: { 200: wire.accountOutput } },
		),
		async (request) => wire.toAccountWire(unwrap(await request.zone.accounts.find(request.params.account_id))),
	);

	app.patch(
		'/accounts/:account_id',
		describeOperatorOperation(
			{ id: 'updateAccount', summary: 'Rename an account', tag, failures: [...bodyFailures, 'not_found'] },
			{ params: wire.accountPath, body: wire.namedInput, response: { 200: wire.accountOutput } },
		),
		async (request) => {
			const { params, body } = request;
			return wire.toAccountWire(unwrap(await request.zone.accounts.rename(params.account_id, body.name)));
		},
	);

	app.delete(
		'/accounts/:account_id',
		describeOperatorOperation(
			{
				id: 'deleteAccount',
				summary: 'Delete an account with everything in it',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: wire.accountPath, response: { 204: noContent } },
		),
		async (request, reply) => {
			unwrap(await request.zone.accounts.remove(request.params.account_id));
			return reply.code(204).send(null);
		},
	);
}

/** The owner of an account, who cannot get in any more. */
function addOwnerRoutes(app: App): void {
	app.post(
		'/accounts/:account_id/keys',
		describeOperatorOperation(
			{
				id: 'createOwnerKey',
				summary: 'Make a new API key for the owner of an account',
				tag,
				failures: [...bodyFailures, 'not_found'],
				carriesSecret: true,
			},
			{ params: wire.accountPath, body: wire.namedInput, response: { 201: wire.issuedKeyOutput } },
		),
		async (request, reply) => {
			const { params, body } = request;
			const issued = unwrap(await request.zone.accounts.createOwnerKey(params.account_id, body.name));
			return reply.code(201).send(wire.toIssuedKeyWire(issued));
		},
	);

	app.post(
		'/accounts/:account_id/sign_in_links',
		describeOperatorOperation(
			{
				id: 'createOwnerSignInLink',
				summary: 'Make a link that signs the owner of an account in to the dashboard once',
				tag,
				failures: ['invalid', 'not_found'],
				carriesSecret: true,
			},
			{ params: wire.accountPath, response: { 201: wire.signInLinkOutput } },
		),
		async (request, reply) => {
			const link = unwrap(await request.zone.signInLinks.createForOwner(request.params.account_id));
			return reply.code(201).send(wire.toSignInLinkWire(link));
		},
	);

	app.delete(
		'/accounts/:account_id/second_factor',
		describeOperatorOperation(
			{
				id: 'removeSecondFactorOfOwner',
				summary: 'Remove the second factor of the owner of an account, who has lost the device',
				tag,
				failures: ['invalid', 'not_found'],
			},
			{ params: wire.accountPath, response: { 204: noContent } },
		),
		async (request, reply) => {
			unwrap(await request.zone.secondFactors.removeOfOwner(request.params.account_id));
			return reply.code(204).send(null);
		},
	);
}
