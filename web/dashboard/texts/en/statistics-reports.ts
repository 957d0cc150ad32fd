/** Titles of reports, and what they say: with the formula of what is not counted alone. */
export const reportTexts = {
	figures_by_day: {
		title: 'Every day at a glance',
		hint: 'Searches, clicks, sessions, checkouts and revenue. Conversion = checkouts ÷ sessions.',
	},
	searches: {
		title: 'Searches by day',
		hint: 'Searches for their first page. What is typed on is one search: the last.',
	},
	'searches/top': { title: 'Top searches', hint: 'What is searched most.' },
	'searches/trends': {
		title: 'Rising and falling searches',
		hint: 'Searches against the period of equal length before. Growth = change ÷ searches before.',
	},
	'searches/unclicked': {
		title: 'Searches without a click',
		hint: 'Queries after which nothing is clicked. Share = searches without any click ÷ searches.',
	},
	'searches/popular': { title: 'Searches by clicks', hint: 'Queries whose results are clicked most.' },
	'conversions/queries': {
		title: 'What queries lead to',
		hint: 'Click rate, cart rate and conversion = searches with a click, a cart, a purchase ÷ searches.',
	},
	'searches/locations': {
		title: 'Where is searched',
		hint: 'City and country of queries, where the server has a database of addresses.',
	},
	clicks: { title: 'Clicks by day', hint: 'Clicks on items, banners, custom results and recommendations.' },
	'clicks/users': { title: 'Who clicks', hint: 'Clicks, those on items, and the shoppers who clicked.' },
	'clicks/positions': {
		title: 'Positions of clicks',
		hint: 'At which positions of results is clicked. Average = sum of positions ÷ clicks with a known position.',
	},
	clicked_items: { title: 'Clicked items', hint: 'Items that are clicked most, under the titles that they have now.' },
	'clicked_items/searches': { title: 'Queries of an item', hint: 'Which queries lead to clicks on one item.' },
	'clicked_items/position': { title: 'Positions of items', hint: 'At which positions which items are clicked.' },
	'results/top': {
		title: 'Brands and categories',
		hint: 'Clicks on items by the brand or category that they have now, of the 10,000 items that are clicked most.',
	},
	facets: { title: 'Facets', hint: 'Searches that were narrowed by each facet.' },
	facets_by_day: { title: 'Facets by day', hint: 'Searches that were narrowed by each facet, by day.' },
	'facets/top': {
		title: 'Values of facets',
		hint: 'Values that searches are narrowed by most, and the queries with them.',
	},
	'facets/filters': {
		title: 'Filters and empty results',
		hint: 'Share that found nothing = uses in searches that found nothing ÷ uses.',
	},
	banners: {
		title: 'Banners',
		hint: 'Displays and clicks by your own number of the banner. Version 5 of the API alone reports displays.',
	},
	'conversions/banners': {
		title: 'What banners earn',
		hint: 'Cart rate = carts ÷ clicks; conversion = purchases ÷ clicks; shares of all purchases and all revenue.',
	},
	'custom-results': {
		title: 'Custom results',
		hint: 'Clicks on results that you show by yourself. No call reports their displays.',
	},
	redirects: { title: 'Redirections', hint: 'Redirections that were followed, by your own number.' },
	quizzes: { title: 'Quizzes', hint: 'This server has no quizzes: the report is always empty.' },
	recommendations: {
		title: 'Widgets',
		hint: 'What widgets show and earn. Displays = answers with at least one item; click rate = clicks ÷ displays.',
	},
	'conversions/widgets': {
		title: 'What widgets earn',
		hint: 'The most revenue first. Cart rate = carts ÷ clicks; conversion = purchases ÷ clicks.',
	},
	checkouts: { title: 'Checkouts by day', hint: 'Carts that were bought.' },
	sales: { title: 'Sales by session', hint: 'What each session paid: the sum of price × pieces.' },
	'top-sales': {
		title: 'Best sellers',
		hint: 'Items of which most pieces are bought. Average price = revenue ÷ pieces.',
	},
	'conversions/items': {
		title: 'What items earn',
		hint: 'Click rate = clicks ÷ impressions in searches and widgets; cart rate = carts ÷ clicks; conversion = purchases ÷ clicks.',
	},
	'conversions/origins': {
		title: 'Where sales come from',
		hint: 'Purchases by what the shopper clicked last before: searches, recommendations, banners.',
	},
	sessions: {
		title: 'Sessions with and without search',
		hint: 'Conversion = sessions with a purchase ÷ sessions; revenue per session = revenue ÷ sessions.',
	},
	inits: { title: 'Sessions by day', hint: 'Sessions that said when they began.' },
	'inits/users': { title: 'Sessions and shoppers', hint: 'Sessions that began, different ones, and their shoppers.' },
	search_engine_users: { title: 'Page views, sessions, searches', hint: 'How much the search engine is used.' },
	'inits/locations': {
		title: 'Where sessions come from',
		hint: 'Each position once, where the server has a database of addresses.',
	},
	usage: { title: 'Calls by day', hint: 'Successful calls of the APIs. Days are those of UTC.' },
	'sector/click_through_rate': {
		title: 'Click-through rate',
		hint: 'Searches with a click ÷ searches: the median of your search engines of the sector.',
	},
	'sector/abandonment': {
		title: 'Abandoned searches',
		hint: 'Searches without a click ÷ searches: the median of your search engines of the sector.',
	},
	'sector/conversion_rate': {
		title: 'Conversion',
		hint: 'Checkouts ÷ sessions: the median of your search engines of the sector.',
	},
	'sector/used_search': {
		title: 'Use of search',
		hint: 'Sessions with a search ÷ sessions: the median of your search engines of the sector.',
	},
	'sector/searches_per_session': {
		title: 'Searches per session',
		hint: 'Searches ÷ sessions: the median of your search engines of the sector.',
	},
	'sector/clicks_per_session': {
		title: 'Clicks per session',
		hint: 'Clicks ÷ sessions: the median of your search engines of the sector.',
	},
} as const;
