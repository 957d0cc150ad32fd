/**
 * An address of a feed that may be opened or shown: http or https, resolved against the page. Undefined for anything else,
 * above all for `javascript:`, which would run in the shop's page. Of a list, the first one counts.
 */
export function toSafeUrl(address: unknown): string | undefined {
	if (Array.isArray(address)) return toSafeUrl(address[0]);
	if (typeof address !== 'string' || address === '') return undefined;
	if (!URL.canParse(address, document.baseURI)) return undefined;
	const { protocol, href } = new URL(address, document.baseURI);
	return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
