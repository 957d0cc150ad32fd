/** The second factor of whoever is signed in. */
import { unwrap } from '../../lib/failure.ts';
import type { App } from '../server/app.ts';
import { noContent } from '../shared/plain-answers.ts';
import { describeDashboardOperation } from './describe-dashboard-operation.ts';
import * as wire from './second-factor-wire.ts';

const config = { carriesSecret: true };

export function addSecondFactorRoutes(app: App): void {
	app.post(
		'/second_factor',
		describeDashboardOperation(
			{
				...{ id: 'beginSecondFactor', summary: 'Make a secret for a device that shows codes' },
				...{ access: 'session', failures: ['invalid'], config },
			},
			{ body: wire.newSecondFactor, response: { 201: wire.secretOutput } },
		),
		async ({ zone, session, body, ip }, reply) =>
			reply.code(201).send(unwrap(await zone.secondFactors.begin(session.session, body.current, ip))),
	);

	app.put(
		'/second_factor',
		describeDashboardOperation(
			{
				...{ id: 'activateSecondFactor', summary: 'Activate the secret by a code, and end your other sessions' },
				...{ access: 'session', failures: ['invalid', 'not_found'], config },
			},
			{ body: wire.activation, response: { 200: wire.recoveryCodesOutput } },
		),
		async ({ zone, session, body }) => ({
			recovery_codes: [...unwrap(await zone.secondFactors.activate(session.session, body.code))],
		}),
	);

	app.delete(
		'/second_factor',
		describeDashboardOperation(
			{
				...{ id: 'removeSecondFactor', summary: 'Remove your second factor' },
				...{ access: 'session', failures: ['invalid', 'not_found'] },
			},
			{ body: wire.removal, response: { 204: noContent } },
		),
		async ({ zone, session, body }, reply) => {
			unwrap(await zone.secondFactors.remove(session.session, body.code));
			return reply.code(204).send(null);
		},
	);
}
