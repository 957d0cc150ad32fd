/** How the server is doing, and what is wrong: for every member, without what other accounts have. */

import { includesLevel } from '../../domain/account/rights.ts';
import { problemKinds } from '../../domain/health/problem.ts';
import type { App } from '../server/app.ts';
import { describeOperation } from '../shared/describe-operation.ts';
import * as wire from './health-wire.ts';

export function addHealthRoutes(app: App): void {
	app.get(
		'/health',
		describeOperation(
			{
				...{ id: 'readHealth', summary: 'The state of the server and of your search indexes' },
				...{ tag: 'Dashboard', access: 'session', failures: ['timed_out'], without: ['forbidden'] },
			},
			{ response: { 200: wire.healthOutput } },
		),
		async ({ zone, principal }) => {
			const [state, indexes] = await Promise.all([zone.health.readServer(), zone.health.listIndexes(principal)]);
			return wire.toHealthWire(zone.zone, state, indexes);
		},
	);

	app.get(
		'/problems',
		describeOperation(
			{
				...{ id: 'listProblems', summary: 'What is wrong now, as far as you may see it' },
				...{ tag: 'Dashboard', access: 'session', failures: ['timed_out'], without: ['forbidden'] },
			},
			{ response: { 200: wire.problemsOutput } },
		),
		async ({ zone, principal, session }) => {
			const problems = await zone.health.listProblems(principal);
			return problems
				.filter(({ code }) => {
					const { area } = problemKinds[code];
					return area === null || session.role === 'owner' || includesLevel(session.rights[area], 'read');
				})
				.map(wire.toProblemWire);
		},
	);
}
