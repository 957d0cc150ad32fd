/** Aborts with the signal, if there is one, and after a time at the latest. */
export function limitTime(signal: AbortSignal | undefined, ms: number): AbortSignal {
	const timeout = AbortSignal.timeout(ms);
	return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
