/** Statistics of a zone, for the operator: counting them again from the stored events. */
import { Type } from 'typebox';
import { hashidPattern } from '../../domain/search-engine/search-engine.ts';
import type { App } from '../server/app.ts';
import { component } from '../shared/schema-component.ts';
import { describeOperatorOperation } from './describe-admin-operation.ts';

const rebuildQuery = Type.Object(
	{
		hashid: Type.Optional(Type.String({ pattern: hashidPattern.source, description: 'Only this search engine' })),
	},
	{ additionalProperties: false },
);

const rebuildOutput = component(
	'StatisticsRebuild',
	Type.Object({
		search_engines: Type.Integer({ description: 'Search engines whose statistics are being counted again' }),
	}),
);

export function addStatisticsRoutes(app: App): void {
	app.post(
		'/statistics/rebuild',
		describeOperatorOperation(
			{
				id: 'rebuildStatistics',
				summary: 'Count statistics again from the stored events, while reports show the previous ones',
				tag: 'Events',
				failures: ['invalid'],
			},
			{ querystring: rebuildQuery, response: { 200: rebuildOutput } },
		),
		async ({ zone, query }) => ({ search_engines: await zone.statistics.startRebuild(query.hashid ?? null) }),
	);
}
