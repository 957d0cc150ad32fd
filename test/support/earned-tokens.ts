/**
 * Rate limits give tokens back while a test runs. The number that may have come back bounds how many calls can have
 * passed.
 */

/** @returns how many tokens a bucket that earns `perSecond` has earned since this was called. */
export function startEarning(perSecond: number): () => number {
	const startMs = performance.now();
	return () => (perSecond * (performance.now() - startMs)) / 1000;
}
