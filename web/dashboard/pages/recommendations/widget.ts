/** Widgets as the admin API has them, and the rules among their members. */

export const widgetKinds = [
	'similar',
	'browsing_history',
	'bought_together',
	'personalized',
	'trending',
	'bestsellers',
	'new_arrivals',
	'recently_viewed',
] as const;
export type WidgetKind = (typeof widgetKinds)[number];

/** By field: values, of which an item needs one, or a range; anything else is shown as JSON. */
export type Conditions = Readonly<Record<string, unknown>>;

export interface WidgetRules {
	readonly kind: WidgetKind;
	readonly title: string | null;
	readonly results: number;
	readonly hashid: string | null;
	readonly index: readonly string[];
	readonly filter: Conditions;
	readonly exclude: Conditions;
	readonly same_category: boolean;
	readonly price_band: { readonly min: number | null; readonly max: number | null } | null;
	readonly hide_out_of_stock: boolean;
	readonly hide_in_cart: boolean;
	readonly hide_bought: boolean;
	readonly diversity: readonly { readonly field: string; readonly max: number }[];
	readonly pinned: readonly string[];
	readonly banned: readonly string[];
	readonly boosts: readonly { readonly field: string; readonly value: string; readonly factor: number }[];
	readonly newest_by: string | null;
	readonly fallback: boolean;
	readonly fallback_chain: readonly WidgetKind[] | null;
}

export interface Widget extends WidgetRules {
	readonly id: string;
	readonly name: string;
	readonly store_id: string;
	readonly created_at: string;
}

export interface Store {
	readonly id: string;
	readonly name: string;
}

export function toRules({ id, name, store_id, created_at, ...rules }: Widget): WidgetRules {
	return rules;
}

/** What differs, in the form of a change: whole members, as the API takes them. */
export function findChanges<T extends object>(before: T, after: T): Partial<T> {
	const names = Object.keys(after) as (keyof T)[];
	const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
	return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<T>;
}

/** The draft of a condition that the server would refuse is left out: one without a field, or without values. */
export function dropUnfinished(rules: WidgetRules): WidgetRules {
	return {
		...rules,
		filter: dropEmpty(rules.filter),
		exclude: dropEmpty(rules.exclude),
		diversity: rules.diversity.filter(({ field }) => field !== ''),
		boosts: rules.boosts.filter(({ field, value }) => field !== '' && value !== ''),
	};
}

function dropEmpty(conditions: Conditions): Conditions {
	const isFinished = ([field, value]: [string, unknown]) => {
		const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
		return field !== '' && !isEmpty;
	};
	return Object.fromEntries(Object.entries(conditions).filter(isFinished));
}
