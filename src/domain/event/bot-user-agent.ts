/**
 * Programs that say what they are: crawlers, previews of links, monitors, headless browsers. What shoppers do is not
 * learned from them.
 *
 * General HTTP libraries are not among them: a shop's app and its server send events by those. Nor is a program that
 * pretends to be a browser: it shows by how much it does, and the models limit what one session and one client count for.
 */

/** `cubot` makes phones; the names without "bot", "crawl" or "spider" are those that send the most. */
const pattern = new RegExp(
	[
		'(?<!cu)bots?(?:[^a-z]|$)',
		'crawl',
		'spider',
		'slurp',
		'scrap(?:er|ing|y)',
		'headless',
		'phantomjs',
		'lighthouse',
		'pagespeed',
		'gtmetrix',
		'pingdom',
		'uptime',
		'statuscake',
		'facebookexternalhit',
		'meta-external',
		'embedly',
		'mediapartners',
		'feedfetcher',
		'google-(?:extended|read-aloud|inspectiontool|safety)',
		'googleother',
		'apis-google',
		'bingpreview',
		'skypeuripreview',
		'whatsapp/',
		'claude-(?:user|web|searchbot)',
		'chatgpt-user',
		'perplexity',
		'archive\\.org',
		'httrack',
		'nutch',
		'zgrab',
		'masscan',
		'nmap',
		'nikto',
		'sqlmap',
	].join('|'),
	'i',
);

/** Only the head of a user agent is looked at: what is longer is no browser's. */
const lengthMax = 512;

/** @param userAgent of any length, empty where there is none. */
export function isBotUserAgent(userAgent: string): boolean {
	return pattern.test(userAgent.slice(0, lengthMax));
}
