/**
 * What every answer tells a browser, including refusals: to trust its `Content-Type`, and to load and run nothing and
 * show it in no frame if it is opened as a page. Our own pages have a policy of their own instead.
 */
export const safeHeaders = {
	'x-content-type-options': 'nosniff',
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
