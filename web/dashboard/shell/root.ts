/** Addresses. The server may be below a path of its own (a proxy), so the document says where its root is. */

/** The root of the server, with a slash at its end. */
export const serverRoot = new URL(document.documentElement.dataset.root ?? '/', location.href);

/** Of a page, from its path below `/dashboard`, such as `statistics/searches`; empty for the first page. */
export function toPageUrl(path: string, query?: URLSearchParams): string {
	const url = new URL(path === '' ? 'dashboard' : `dashboard/${path}`, serverRoot);
	url.search = query?.toString() ?? '';
	return url.pathname + url.search;
}

/** The path of a page below `/dashboard`, without slashes at its ends; undefined for an address that is elsewhere. */
export function readPagePath(pathname: string): string | undefined {
	const start = new URL('dashboard', serverRoot).pathname;
	if (pathname !== start && !pathname.startsWith(`${start}/`)) return undefined;
	return pathname.slice(start.length).replaceAll(/^\/+|\/+$/g, '');
}
