/** Callers that ask while `work` runs share its outcome. */
export function shareRunning<T>(work: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined;
	return () => {
		running ??= work().finally(() => {
			running = undefined;
		});
		return running;
	};
}
