/**
 * What a widget recommends, and from which signal:
 *
 *     similar            like the product of the page, by content and by what is looked at together with it
 *     browsing_history   what sessions like this one looked at next: needs a session
 *     bought_together    what is bought with what is in the cart, else with the product of the page
 *     personalized       what suits the user, else the session
 *     trending           what everybody looks at and buys now
 *     bestsellers        what sold most
 *     new_arrivals       what came into the index last
 *     recently_viewed    what the session, or the user, looked at last
 */
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

/**
 * What is tried in its place, one after the other, when its signal is missing. A list of what was looked at cannot be
 * replaced by anything else: such a widget stays empty.
 */
export const defaultFallbacks: Readonly<Record<WidgetKind, readonly WidgetKind[]>> = {
	similar: ['trending', 'bestsellers', 'new_arrivals'],
	browsing_history: ['similar', 'trending', 'bestsellers', 'new_arrivals'],
	bought_together: ['similar', 'bestsellers', 'trending', 'new_arrivals'],
	personalized: ['similar', 'trending', 'bestsellers', 'new_arrivals'],
	trending: ['bestsellers', 'new_arrivals'],
	bestsellers: ['trending', 'new_arrivals'],
	new_arrivals: [],
	recently_viewed: [],
};
