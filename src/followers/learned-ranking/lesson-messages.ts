/** Messages about what was learned to the threads that search. */
import type { TeamComparison } from '../../domain/evaluation/team-comparison.ts';
import type { Lessons } from '../../learning/click-learner.ts';

/** What was learned for an engine; it replaces the previous message. Empty: nothing. */
export interface LessonsMessage {
	readonly kind: 'lessons';
	readonly hashid: string;
	readonly lessons: Lessons;
	/** What interleaved lists say; undefined when there were none. */
	readonly comparison: TeamComparison | undefined;
}
