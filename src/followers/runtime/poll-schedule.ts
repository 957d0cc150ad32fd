/**
 * When does a follower poll?
 *
 *     no hints are sent                    every `pollIntervalMs`
 *     after a hint                         at once, but not sooner than 50 ms after the poll before it; and for some seconds
 *                                          every quarter of a second, because what was written may not be readable yet
 *     hints are sent, none for a while     every half second, because a hint is lost with the process that was about to send
 *                                          it, and because texts of items are good for a second after a poll
 *     always                               polls take no more than a tenth of the time, however many streams there are
 */
import type { Timing } from './timing.ts';

export interface PollSchedule {
	isDue(): boolean;
	/** In ms; not positive when it is due. */
	readWaitMs(): number;
	/** There may be changes. */
	hint(): void;
	/** Whether whoever writes sends hints; until it is told, nobody does. */
	expectHints(areSent: boolean): void;
	begin(): void;
	/** `failed`: as soon as the back-off is over. */
	end(found: 'more' | 'end' | 'failed'): void;
}

/** Polls take at most this share of the time. */
const shareMax = 1 / 10;
const hintedIntervalMs = 50;
const attentiveIntervalMs = 250;
const restIntervalMs = 500;
/** Transactions that hold up the readers of a log mostly end sooner. */
const restAfterMs = 5_000;

export function createPollSchedule({ nowMs }: Pick<Timing, 'nowMs'>, pollIntervalMs: number): PollSchedule {
	const hintedMs = Math.min(hintedIntervalMs, pollIntervalMs);
	const attentiveMs = Math.max(attentiveIntervalMs, pollIntervalMs);
	const restMs = Math.max(restIntervalMs, pollIntervalMs);
	let nextMs = Number.NEGATIVE_INFINITY;
	/** Before then there is no poll even after a hint. */
	let earliestMs = Number.NEGATIVE_INFINITY;
	let hintedAtMs = Number.NEGATIVE_INFINITY;
	let beganAtMs = Number.NEGATIVE_INFINITY;
	let isHinted = false;
	let areHintsSent = false;

	function readIntervalMs(): number {
		if (!areHintsSent) return pollIntervalMs;
		return nowMs() - hintedAtMs > restAfterMs ? restMs : attentiveMs;
	}

	return {
		isDue: () => nowMs() >= nextMs,
		readWaitMs: () => nextMs - nowMs(),
		hint() {
			isHinted = true;
			hintedAtMs = nowMs();
			nextMs = Math.min(nextMs, earliestMs);
		},
		expectHints(areSent) {
			areHintsSent = areSent;
			if (!areSent) nextMs = Math.min(nextMs, Math.max(nowMs() + pollIntervalMs, earliestMs));
		},
		begin() {
			beganAtMs = nowMs();
			// A hint during the poll asks for another poll.
			isHinted = false;
			nextMs = Number.POSITIVE_INFINITY;
		},
		end(found) {
			const endMs = nowMs();
			earliestMs = Math.max(beganAtMs + hintedMs, endMs + (endMs - beganAtMs) / shareMax);
			if (found === 'end') nextMs = Math.max(isHinted ? endMs : endMs + readIntervalMs(), earliestMs);
			else nextMs = Number.NEGATIVE_INFINITY;
		},
	};
}
