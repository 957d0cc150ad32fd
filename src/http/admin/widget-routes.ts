/** The widgets of the caller's stores. */
import { Type } from 'typebox';
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { noContent } from '../shared/plain-answers.ts';
import { bodyFailures, describeOwnerOperation } from './describe-admin-operation.ts';
import * as wire from './widget-wire.ts';

export function addWidgetRoutes(app: App): void {
	const tag = 'Widgets';

	app.get(
		'/widgets',
		describeOwnerOperation(
			{ id: 'listWidgets', summary: 'List the widgets of your stores', tag },
			{ response: { 200: Type.Array(wire.widgetOutput) } },
		),
		async (request) => (await request.zone.widgets.list(request.principal)).map(wire.toWidgetWire),
	);

	app.post(
		'/widgets',
		describeOwnerOperation(
			{ id: 'createWidget', summary: 'Create a widget in a store', tag, failures: bodyFailures },
			{ body: wire.widgetInput, response: { 201: wire.widgetOutput } },
		),
		async (request, reply) => {
			const widget = unwrap(await request.zone.widgets.create(request.principal, wire.toNewWidget(request.body)));
			return reply.code(201).send(wire.toWidgetWire(widget));
		},
	);

	app.get(
		'/widgets/:widget_id',
		describeOwnerOperation(
			{ id: 'readWidget', summary: 'Read a widget', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.widgetPath, response: { 200: wire.widgetOutput } },
		),
		async (request) =>
			wire.toWidgetWire(unwrap(await request.zone.widgets.find(request.principal, request.params.widget_id))),
	);

	app.patch(
		'/widgets/:widget_id',
		describeOwnerOperation(
			{ id: 'updateWidget', summary: 'Change a widget', tag, failures: [...bodyFailures, 'not_found'] },
			{ params: wire.widgetPath, body: wire.widgetChangeInput, response: { 200: wire.widgetOutput } },
		),
		async (request) => {
			const { params, body, principal } = request;
			const change = wire.toWidgetChange(body);
			return wire.toWidgetWire(unwrap(await request.zone.widgets.update(principal, params.widget_id, change)));
		},
	);

	app.delete(
		'/widgets/:widget_id',
		describeOwnerOperation(
			{ id: 'deleteWidget', summary: 'Delete a widget', tag, failures: ['invalid', 'not_found'] },
			{ params: wire.widgetPath, response: { 204: noContent } },
		),
		async (request, reply) => {
			unwrap(await request.zone.widgets.remove(request.principal, request.params.widget_id));
			return reply.code(204).send(null);
		},
	);
}
