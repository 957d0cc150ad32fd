/** The domain of a shop as somebody types it, or copies it from a browser, and whether its pages may call. */

/** Of a store, as the admin API has it. */
interface Admission {
	readonly allowed_domains: readonly string[];
	readonly cors_enforced: boolean;
}

/** The origin of an address (`https://shop.example/de/` is `https://shop.example`), or else the text without blanks. */
export function toDomain(typed: string): string {
	const text = typed.trim().toLowerCase();
	return text.includes('://') ? (URL.parse(text)?.origin ?? text) : text;
}

/** As the server compares: a host covers its subdomains and all ports, an origin itself alone. A host is taken for one with TLS. */
export function isAdmitted(
	{ allowed_domains: domains, cors_enforced: isEnforced }: Admission,
	domain: string,
): boolean {
	if (!isEnforced) return true;
	const url = URL.parse(domain.includes('://') ? domain : `https://${domain}`);
	if (url === null) return false;
	const host = url.hostname.replace(/\.$/, '');
	const origin = `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}`;
	return domains.some((entry) =>
		entry.includes('://') ? entry === origin : entry === host || host.endsWith(`.${entry}`),
	);
}
