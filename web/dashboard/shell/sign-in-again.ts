/** A session that ends while somebody works: the page stays with all that was typed, and asks to sign in over it. */
import { createSignal } from './signal.ts';

/** Whether the page asks to sign in. */
export const isSignedOut = createSignal(false);

let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;

/** All calls wait for the same sign-in. */
export function signInAgain(): Promise<void> {
	if (waiting === undefined) {
		const { promise, resolve } = Promise.withResolvers<void>();
		waiting = { promise, resolve };
	}
	isSignedOut.set(true);
	return waiting.promise;
}

export function signedIn(): void {
	isSignedOut.set(false);
	waiting?.resolve();
	waiting = undefined;
}
