/** The recommendation models of a zone, for the operator: how far they are, and having them built again. */
import { type Static, Type } from 'typebox';
import type { RecommenderState } from '../../ports/recommender.ts';
import type { App } from '../server/app.ts';
import { describeOperatorOperation } from './describe-admin-operation.ts';

const recommenderOutput = Type.Object({
	events_behind: Type.Integer({ description: 'Events written that the models have not seen' }),
	models: Type.Integer({ description: 'Search engines whose models are in memory' }),
	memory_bytes: Type.Integer({ description: 'Memory that the models take' }),
	snapshot_age_seconds: Type.Number({ description: 'Since the oldest event that no snapshot of a model has' }),
});

export function addRecommenderRoutes(app: App): void {
	const tag = 'Recommender';

	app.get(
		'/recommender',
		describeOperatorOperation(
			{ id: 'readRecommender', summary: 'How far the recommendation models are', tag },
			{ response: { 200: recommenderOutput } },
		),
		async (request) => toRecommenderWire(await request.zone.recommender.readState()),
	);

	app.post(
		'/recommender/rebuild',
		describeOperatorOperation(
			{
				id: 'rebuildRecommender',
				summary:
					'Throw all recommendation models away and build them from the stored events; answers when that is done',
				tag,
			},
			{ response: { 200: recommenderOutput } },
		),
		async (request) => {
			const { recommender } = request.zone;
			await recommender.rebuild();
			return toRecommenderWire(await recommender.readState());
		},
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
