/** Which addresses are the page of one item, for the addresses of tests: `docs/recommendations.md` has all rules. */

/** An address without what makes no difference: scheme, `www.`, campaigns, the order of parameters, a trailing slash. */
export function toPlainLink(text: string): string {
	const { host, pathname, searchParams, hash } = new URL(text, 'https://nowhere.invalid');
	const parameters = [...searchParams].filter(([name]) => !name.startsWith('utm_')).map((pair) => pair.join('='));
	const query = parameters.length === 0 ? '' : `?${parameters.sort().join('&')}`;
	const route = /^#!?\//.test(hash) ? hash : '';
	return `${host === 'nowhere.invalid' ? '' : host.replace('www.', '')}${pathname.replace(/\/$/, '')}${query}${route}`;
}

/**
 * The links by which an item may be found on this page, the closest first: without route, without query, all without the
 * host.
 */
export function listPlainForms(text: string): string[] {
	const whole = toPlainLink(text);
	const forms = [whole, whole.replace(/#.*/, ''), whole.replace(/[?#].*/, '')];
	return [...forms, ...forms.map((form) => form.replace(/^[^/]*/, ''))];
}
