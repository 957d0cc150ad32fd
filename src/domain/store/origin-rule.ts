/**
 * May a page of this origin call for this store?
 *
 * Browsers send the origin of a call in `Origin` and `Referer`. When a store enforces it, at least one of the two must
 * be present, and each that is present must match an allowed domain. The URL parser normalises both sides (lower case,
 * punycode, no default port, one spelling per IPv6 address), and then they are compared as text:
 *
 *     allowed                       matches
 *     shop.example                  http(s)://shop.example, any subdomain, any port
 *     https://shop.example:8443     that origin and no other
 *
 * A trailing dot of a host name does not change the host, so it is dropped on both sides.
 */
import { fail, type Result, succeed } from '../../lib/failure.ts';
import type { Store } from './store.ts';

/** The headers of a call as they came; undefined when absent. */
export interface CallerHeaders {
	readonly origin: string | undefined;
	readonly referer: string | undefined;
}

/** A parsed web address; `origin` is `scheme://host[:port]`, both in normal form. */
interface Site {
	readonly origin: string;
	readonly host: string;
}

const hostLengthMax = 253;
const labelPattern = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Scheme, host and port only: no path, query, user or blank. */
const originPattern = /^https?:\/\/[^\s/?#@\\]+$/i;
const hostPattern = /^[^\s/?#@\\:%]+$/;

/** @returns undefined when the text is not an http(s) address, or has a user name, which only a disguise would */
function toSite(text: string): Site | undefined {
	const url = URL.parse(text);
	if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
	if (url.username !== '' || url.password !== '') return undefined;
	const host = url.hostname.replace(/\.$/, '');
	if (!isHost(host)) return undefined;
	return { origin: `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`, host };
}

/** Stricter than the URL parser, which accepts `shop..example` and `shop,example`. */
function isHost(host: string): boolean {
	if (host.startsWith('[')) return true;
	return host.length <= hostLengthMax && host.split('.').every((label) => labelPattern.test(label));
}

/** An `Origin` header is a bare origin; the `null` of sandboxed pages and files is not one. */
function toOriginSite(header: string): Site | undefined {
	return originPattern.test(header) ? toSite(header) : undefined;
}

function isCovered(site: Site | undefined, allowedDomains: readonly string[]): boolean {
	if (site === undefined) return false;
	return allowedDomains.some((domain) =>
		domain.includes('://') ? domain === site.origin : domain === site.host || site.host.endsWith(`.${domain}`),
	);
}

/**
 * Whether the store allows calls from a page that sent these headers. A header that is present but empty or unreadable
 * matches nothing. Entries of `allowedDomains` come from `parseAllowedDomain`. Cost: O(allowed domains).
 */
export function isOriginAllowed(
	store: Pick<Store, 'allowedDomains' | 'isCorsEnforced'>,
	{ origin, referer }: CallerHeaders,
): boolean {
	if (!store.isCorsEnforced) return true;
	if (origin === undefined && referer === undefined) return false;
	if (origin !== undefined && !isCovered(toOriginSite(origin), store.allowedDomains)) return false;
	return referer === undefined || isCovered(toSite(referer), store.allowedDomains);
}

/**
 * An allowed domain in the form in which it is stored and compared: a host name or address (`shop.example`, `[::1]`),
 * or an origin (`https://shop.example:8443`). Otherwise a failure whose message says what is wrong with the text.
 */
export function parseAllowedDomain(text: string): Result<string> {
	const trimmed = text.trim();
	if (trimmed.includes('*')) return refuse('must not contain "*": a host name covers its subdomains as it is');
	if (trimmed.includes('://')) {
		const site = toOriginSite(trimmed.replace(/\/$/, ''));
		return site ? succeed(site.origin) : refuse('must be an origin such as https://shop.example:8443, without a path');
	}
	const isBareAddress = /^[0-9a-f:.]+$/i.test(trimmed) && trimmed.split(':', 3).length === 3;
	const bracketed = isBareAddress ? `[${trimmed}]` : trimmed;
	const isAddress = /^\[[0-9a-f:.]+\]$/i.test(bracketed);
	const site = isAddress || hostPattern.test(bracketed) ? toSite(`http://${bracketed}`) : undefined;
	if (site) return succeed(site.host);
	return refuse('must be a host name such as shop.example, or an origin such as https://shop.example:8443');
}

function refuse(reason: string): Result<string> {
	return fail('invalid', { message: reason });
}
