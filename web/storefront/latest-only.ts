/**
 * One question at a time, and then the latest one:
 *
 *     s ─► asked at once     sh, sho, shoe ─► wait, each in place of the one before
 *     answer to s ─► shown, and shoe is asked
 *
 * So the first keystroke never waits, a slow line is not filled with questions whose answers nobody needs, and answers
 * come in the order of the texts.
 */
export function createLatestOnly<Q>(ask: (question: Q) => Promise<void>): (question: Q) => void {
	let isAsking = false;
	let waiting: { readonly question: Q } | undefined;

	async function askAll(first: Q): Promise<void> {
		isAsking = true;
		for (let next: typeof waiting = { question: first }; next !== undefined; ) {
			waiting = undefined;
			await ask(next.question);
			next = waiting;
		}
		isAsking = false;
	}

	return (question) => {
		if (isAsking) waiting = { question };
		else void askAll(question);
	};
}
