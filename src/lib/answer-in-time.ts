/** What a promise resolves to; undefined when it rejects, or has not resolved in time. Never rejects. */
export async function answerInTime<T>(reading: Promise<T>, timeoutMs: number): Promise<T | undefined> {
	const late = Promise.withResolvers<undefined>();
	const timer = setTimeout(() => late.resolve(undefined), timeoutMs);
	try {
		return await Promise.race([reading, late.promise]);
	} catch {
		// Whoever asks shows that there is no answer; the failing read has logged the reason.
		return undefined;
	} finally {
		clearTimeout(timer);
	}
}
