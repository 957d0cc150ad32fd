/** The stores of the caller's account. */
import { Type } from 'typebox';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { noContent } from '../shared/plain-answers.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import * as wire from './store-wire.ts';

export function addStoreRoutes(app: App): void {
	const tag = 'Stores';

	app.get(
		'/stores',
		describeOwnerOperation(
			{ id: 'listStores', summary: 'List the stores of your account', tag },
			{ response: { 200: Type.Array(wire.storeOutput) } },
		),
		async (request) => (await request.zone.stores.list(request.principal)).map(wire.toStoreWire),
	);

	app.post(
		'/stores',
		describeOwnerOperation(
			{ id: 'createStore', summary: 'Create a store', tag, failures: bodyFailures },
			{ body: wire.storeInput, response: { 201: wire.storeOutput } },
		),
		async (request, reply) => {
			const settings = wire.toStoreSettings(request.body);
			const store = unwrap(await request.zone.stores.create(request.principal, settings));
			return reply.code(201).send(wire.toStoreWire(store));
		},
	);

	app.get(
		'/stores/:store_id',
		describeOwnerOperation(
			{ id: 'readStore', summary: 'Read a store', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.storePath, response: { 200: wire.storeOutput } },
		),
		async (request) =>
			wire.toStoreWire(unwrap(await request.zone.stores.find(request.principal, request.params.store_id))),
	);

	app.patch(
		'/stores/:store_id',
		describeOwnerOperation(
			{ id: 'updateStore', summary: 'Change a store', tag, failures: [...bodyFailures, 'not_found'] },
			{ params: wire.storePath, body: wire.storeChangeInput, response: { 200: wire.storeOutput } },
		),
		async (request) => {
			const { params, body, principal } = request;
			const change = wire.toStoreChange(body);
			return wire.toStoreWire(unwrap(await request.zone.stores.update(principal, params.store_id, change)));
		},
	);

	app.delete(
		'/stores/:store_id',
		describeOwnerOperation(
			{ id: 'deleteStore', summary: 'Delete a store and its widgets', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.storePath, response: { 204: noContent } },
		),
		async (request, reply) => {
			unwrap(await request.zone.stores.remove(request.principal, request.params.store_id));
			return reply.code(204).send(null);
		},
	);
}
