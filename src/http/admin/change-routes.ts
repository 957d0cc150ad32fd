/** Who changed what in the caller's account. */
import type { App } from '../server/app.ts';
import * as wire from './change-wire.ts';
import { describeOwnerOperation } from './describe-admin-operation.ts';

export function addChangeRoutes(app: App): void {
	app.get(
		'/changes',
		describeOwnerOperation(
			{ id: 'listChanges', summary: 'Who changed what in your account', tag: 'Changes', failures: ['invalid'] },
			{ querystring: wire.changesQuery, response: { 200: wire.changesOutput } },
		),
		async ({ zone, principal, query }) => {
			const { before = null, rpp: countMax, user: userCode = null, area } = query;
			const request = { before, countMax, userCode, area: wire.parseArea(area) };
			return wire.toChangesWire(await zone.changes.list(principal, request), countMax);
		},
	);
}
