/**
 * Recognises programs that identify themselves: crawlers, link previews, monitors, headless browsers. Nothing is
 * learned from their events.
 *
 * General HTTP libraries do not count as bots, because a shop's app and server use them to send events. Programs that
 * pretend to be browsers are not recognised either; the models limit how much one session and one client can
 * contribute.
 */

/** `cubot` makes phones. The names without "bot", "crawl" or "spider" are the most frequent senders. */
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

/** Only this many characters are tested; no browser has a longer user agent. */
const lengthMax = 512;

/** @param userAgent of any length, empty where there is none. */
export function isBotUserAgent(userAgent: string): boolean {
	return pattern.test(userAgent.slice(0, lengthMax));
}
