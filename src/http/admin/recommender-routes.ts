/** The recommendation models of a zone, for the operator: their state, and rebuilding them. */

import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { FailureError, fail } from '../../lib/failure.ts';
import type { Recommender, RecommenderState } from '../../ports/recommender.ts';
import type { App } from '../server/app.ts';
import { component } from '../shared/schema-component.ts';
import { describeOperatorOperation } from './describe-admin-operation.ts';

const recommenderOutput = component(
	'RecommenderState',
	Type.Object({
		events_behind: Type.Integer({ description: 'Events written that the models have not seen' }),
		models: Type.Integer({ description: 'Search engines whose models are in memory' }),
		memory_bytes: Type.Integer({ description: 'Memory that the models take' }),
		snapshot_age_seconds: Type.Number({ description: 'Since the oldest event that no snapshot of a model has' }),
	}),
);

export function addRecommenderRoutes(app: App): void {
	const tag = 'Recommender';

	app.get(
		'/recommender',
		describeOperatorOperation(
			{ id: 'readRecommender', summary: 'How far the recommendation models are', tag, failures: ['not_found'] },
			{ response: { 200: recommenderOutput } },
		),
		async (request) => toRecommenderWire(await recommenderOf(request).readState()),
	);

	app.post(
		'/recommender/rebuild',
		describeOperatorOperation(
			{
				id: 'rebuildRecommender',
				summary:
					'Throw all recommendation models away and build them from the stored events; answers when that is done',
				tag,
				failures: ['not_found'],
			},
			{ response: { 200: recommenderOutput } },
		),
		async (request) => {
			const recommender = recommenderOf(request);
			await recommender.rebuild();
			return toRecommenderWire(await recommender.readState());
		},
	);
}

/** @throws {FailureError} `not_found` on a server without search, which has no models. */
function recommenderOf({ zone }: FastifyRequest): Recommender {
	if (zone.recommender !== undefined) return zone.recommender;
	throw new FailureError(
		fail('not_found', { message: 'This server keeps no models: its search is switched off' }).failure,
	);
}

function toRecommenderWire(state: RecommenderState): Static<typeof recommenderOutput> {
	return {
		events_behind: state.behindCount,
		models: state.modelCount,
		memory_bytes: state.memoryBytes,
		snapshot_age_seconds: state.snapshotAgeMs / 1000,
	};
}
