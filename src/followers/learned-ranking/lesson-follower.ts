/**
 * Learns from shoppers which items belong further up: an aggregate of the log of events for each search engine
 * (`aggregate-follower.ts`), of which the searching threads get the lessons.
 */

import { toCartAdditions } from '../../domain/event/cart-additions.ts';
import type { LoggedEvent } from '../../domain/event/logged-event.ts';
import { createShownQueryReader } from '../../fulltext/suggest/shown-query.ts';
import { type ClickLearner, type LearnerRows, type Lessons, openClickLearner } from '../../learning/click-learner.ts';
import type { LearnedEvent } from '../../learning/learned-event.ts';
import type { AggregateDefinition, EngineEvent } from '../runtime/aggregate-definition.ts';
import {
	type AggregateFollower,
	type AggregateFollowerOptions,
	startAggregateFollower,
} from '../runtime/aggregate-follower.ts';
import { createLessonCheckpoint } from './lesson-checkpoint.ts';
import type { LessonsMessage } from './lesson-messages.ts';

/** An event as this follower reads it. */
export type LessonEvent = LearnedEvent & EngineEvent & Pick<LoggedEvent, 'lines' | 'amount' | 'price'>;

/** The kinds of events that it learns from; searches among them. */
export const learnedKinds = [
	...(['search', 'click', 'cart', 'cart_addition', 'cart_replacement'] as const),
	...(['purchase', 'view', 'widget_click'] as const),
];
/** How many queries and recent searches are kept of one engine, and of all together. */
const queriesPerEngineMax = 2_000;
const queriesMax = 40_000;
const searchesPerEngineMax = 5_000;
const searchesMax = 50_000;
const perEngineMin = 50;
const noLessons: Lessons = { evidence: [], interest: [], prior: undefined };

export function startLessonFollower(
	options: AggregateFollowerOptions<LessonEvent>,
	toQuery = createShownQueryReader(),
): AggregateFollower<LessonsMessage> {
	return startAggregateFollower(
		options,
		(countEngines): AggregateDefinition<LessonEvent, ClickLearner, LessonsMessage> => {
			const toShare = (most: number, all: number) =>
				Math.min(most, Math.max(perEngineMin, Math.floor(all / Math.max(1, countEngines()))));
			const learnerOptions = { toQuery, searchesMax: () => toShare(searchesPerEngineMax, searchesMax) };
			const restore = (rows?: LearnerRows) => openClickLearner(learnerOptions, rows);
			return {
				name: 'learned rankings',
				kinds: learnedKinds,
				create: () => restore(),
				count(learner, event) {
					for (const told of toCartAdditions(event)) learner.apply(told);
					const share = toShare(queriesPerEngineMax, queriesMax);
					if (learner.queryCount > 2 * share) learner.prune(share);
				},
				// Without a lesson it may still know of recent searches.
				isEmpty: () => false,
				toMessage: (hashid, learner) => ({
					...{ kind: 'lessons', hashid },
					lessons: learner?.toLessons() ?? noLessons,
					comparison: learner?.toComparison(),
				}),
				checkpoint: createLessonCheckpoint({ ...options, restore }),
			};
		},
	);
}
