import { type CallKind, callKinds } from '../../domain/statistics/call-kind.ts';

/** What the types of the report on usage count. There are no quizzes, no assistants, no searches by image, and no pages of categories. */
export const usageTypes = {
	search: ['search', 'suggestion'],
	query_counters: ['search'],
	api_counters: ['management', 'statistics'],
	recommendations: ['recommendation'],
	recommendations_counters: ['recommendation'],
	visual_counters: [],
	quizzes: [],
	quiz_counters: [],
	category_page_counters: [],
	assistant_counters: [],
	all: callKinds,
} as const satisfies Readonly<Record<string, readonly CallKind[]>>;

export type UsageType = keyof typeof usageTypes;
