/** Advice for the operator about an address that the server cannot listen on; undefined for any other error. */
export function findStartAdvice(error: unknown): string | undefined {
	if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
	return adviceBySystemCall[`${error.syscall} ${error.code}`];
}

const anotherHost = 'give an address of this machine with --host or VITRINE_HOST';

const adviceBySystemCall: Readonly<Record<string, string>> = {
	'listen EADDRINUSE': 'stop what listens there, or choose another port with --port or VITRINE_PORT',
	'listen EADDRNOTAVAIL': anotherHost,
	'getaddrinfo ENOTFOUND': anotherHost,
	'getaddrinfo EAI_AGAIN': anotherHost,
	'listen EACCES': 'choose a port above 1023 with --port or VITRINE_PORT, or let this user have it',
};
