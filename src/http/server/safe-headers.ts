/**
 * What every answer tells a browser, refusals included: to take it for what its `Content-Type` says, and, should somebody
 * be led to open it as a page, to load and run nothing of it and to show it in no frame. Pages of ours have a policy of
 * their own in the place of this one.
 */
export const safeHeaders = {
	'x-content-type-options': 'nosniff',
	'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
