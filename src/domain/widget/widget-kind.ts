/**
 * What a widget recommends, and from which signal:
 *
 *     similar            products like that of the page, by content and by what is viewed together with it
 *     browsing_history   what similar sessions viewed next: needs a session
 *     bought_together    what is bought with the items in the cart, or else with the product of the page
 *     personalized       what suits the user, or else the session
 *     trending           what shoppers view and buy now
 *     bestsellers        what sold most
 *     new_arrivals       what was added to the index last
 *     recently_viewed    what the session, or the user, viewed last
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
 * The kinds that are tried in order when a kind's signal is missing. Nothing can replace a list of viewed items, so
 * such a widget stays empty.
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
