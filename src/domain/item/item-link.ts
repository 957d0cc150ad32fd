/**
 * Do two addresses lead to the page of the same item? They do when they differ only in what browsers, campaigns and
 * redirections change.
 *
 *     HTTPS://www.Shop.example:443/p/%7Eshoe/?utm_source=x&b=2&a=1#top   →   shop.example/p/~shoe?a=1&b=2
 *     https://shop.example/#/p/77                                        →   shop.example/#/p/77
 *
 * A fragment points into a page, unless it begins with `/` or `!/`: single-page shops have their products there.
 */

import { readItemField } from '../schema/index-schema.ts';
import { wellKnownNames } from '../schema/infer-field.ts';

/** Longer addresses are ignored. */
export const linkLengthMax = 4096;
/** The most links of an item that are used, when it has a list of them. */
const linksPerItemMax = 8;

/** Parameters that campaigns and analytics add to any address. */
const trackingNames = new Set(
	(
		'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid fbclid msclkid yclid twclid ttclid igshid igsh epik li_fat_id ' +
		'mc_cid mc_eid _ga _gl _gac _hsenc _hsmi hsctatracking mkt_tok srsltid s_kwcid ef_id vero_id _kx rdt_cid irclickid cjevent zanpid'
	).split(' '),
);

/**
 * A form in which equivalent addresses are equal texts. It has no scheme, and begins with a slash for an address
 * without a host. Undefined for what is not the address of a web page. Cost: O(length · log parameters).
 */
export function normalizeLink(text: string): string | undefined {
	const trimmed = text.trim();
	if (trimmed === '' || trimmed.length > linkLengthMax) return undefined;
	return plainLink.exec(trimmed)?.[1] ?? normalizeUrl(trimmed);
}

/**
 * What stands between scheme and trailing slashes of an address in which nothing is to be changed: the usual one of a shop,
 * found in an eighth of the time that it takes to parse a URL. No host with a single label, an IP address or `xn--`, no path
 * with escapes or dot segments.
 */
const plainLink = /^https?:\/\/(?:www\.)?(?!www\.)((?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]+(?:\/[\w~-][\w.~-]*)+)\/*$/;

function normalizeUrl(trimmed: string): string | undefined {
	const isRelative = trimmed.startsWith('/') && !trimmed.startsWith('//');
	const url = URL.parse(trimmed, 'https://relative.invalid');
	if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
	if (!isRelative && url.host === 'relative.invalid') return undefined;
	const host = isRelative ? '' : toHost(url);
	return `${host}${toPath(url.pathname)}${toQuery(url.searchParams)}${toRoute(url.hash)}`;
}

/**
 * The forms under which an item with this page may be known, closest first: unchanged, without its route (the page of a
 * product may have routes of its own), without its query (a shop may add parameters of its own to its pages), and all
 * of these without the host, for items whose links have none.
 */
export function listLinkForms(text: string): readonly string[] {
	const whole = normalizeLink(text);
	if (whole === undefined) return [];
	const forms = [whole];
	for (const end of ['#', '?']) {
		const form = forms.at(-1) ?? whole;
		// A question mark inside the route was removed with the route.
		const endAt = form.indexOf(end);
		if (endAt >= 0) forms.push(form.slice(0, endAt));
	}
	const pathAt = whole.indexOf('/');
	if (pathAt > 0) forms.push(...forms.map((form) => form.slice(pathAt)));
	return forms;
}

/** The normalised links of an item, without duplicates: those of the first of these fields that it has. */
export function listItemLinks(
	item: Readonly<Record<string, unknown>>,
	fieldNames: readonly string[] = wellKnownNames.link,
): readonly string[] {
	const fieldName = fieldNames.find((name) => (readItemField(item, name) ?? null) !== null);
	const value = fieldName === undefined ? undefined : readItemField(item, fieldName);
	if (typeof value === 'string') {
		const link = normalizeLink(value);
		return link === undefined ? [] : [link];
	}
	if (!Array.isArray(value)) return [];
	const links = value.slice(0, linksPerItemMax).map((entry) => (typeof entry === 'string' ? normalizeLink(entry) : ''));
	return [...new Set(links.filter((link) => link !== undefined && link !== ''))] as string[];
}

/** The default ports of both schemes are removed, as schemes count as one. */
function toHost({ hostname, port }: URL): string {
	const host = hostname.replace(/^www\./, '').replace(/\.$/, '');
	return port === '' || port === '80' || port === '443' ? host : `${host}:${port}`;
}

/** Begins at the first slash of a run only, so that thousands of them elsewhere cost no more than others. */
const trailingSlashes = /(?<!\/)\/+$/;

/** A host with and without a slash is the same page, so the root is a slash; no other path ends with one. */
function toPath(pathname: string): string {
	const path = pathname.replace(trailingSlashes, '');
	if (path === '') return '/';
	return path.includes('%') ? path.replace(/%[0-9a-f]{2}/gi, unescapeUnreserved) : path;
}

/** RFC 3986, 6.2.2.2: letters, digits and a few signs mean the same when escaped. */
function unescapeUnreserved(escaped: string): string {
	const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
	return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
}

/** `#/p/77` and `#!/p?id=77`, without a trailing slash; empty for any other fragment. */
function toRoute(hash: string): string {
	const route = hash.replace(trailingSlashes, '');
	return /^#!?\/./.test(route) ? route : '';
}

function toQuery(parameters: URLSearchParams): string {
	const kept = [...parameters].filter(([name]) => !isTracking(name.toLowerCase()));
	if (kept.length === 0) return '';
	kept.sort(([a, valueA], [b, valueB]) => compare(a, b) || compare(valueA, valueB));
	return `?${new URLSearchParams(kept)}`;
}

function isTracking(name: string): boolean {
	return name.startsWith('utm_') || trackingNames.has(name);
}

function compare(a: string, b: string): number {
	return a === b ? 0 : a < b ? -1 : 1;
}
