/**
 * The address of the page, which the elements share with the browser's buttons and with a router that the page may have:
 *
 *     a choice in an element ─► vitrine-navigate ─► prevented: the page's router goes there
 *                                              └──► else history.pushState
 *     whoever changed it ─────► watchAddress
 */
import { announce } from './announce.ts';

/** Of a frame with `srcdoc`, which has no address that could be changed: what its elements show, and who hears of it. */
let frameAddress: string | undefined;
const listeners = new Set<() => void>();

export function readAddress(): string {
	return frameAddress ?? location.href;
}

/** Goes to an address of the same origin as to another page, without loading one. */
export function goTo(host: HTMLElement, url: string): void {
	if (!announce(host, 'vitrine-navigate', { url })) return;
	try {
		history.pushState(null, '', url);
	} catch {
		frameAddress = url;
		for (const listen of listeners) listen();
	}
}

const changeEvent = 'vitrine-address';
let isWrapped = false;

/** Calls `listen` whenever the address changes within the page, whoever changed it. @returns ends it */
export function watchAddress(listen: () => void): () => void {
	listeners.add(listen);
	const [target, names] = chooseEvents();
	for (const name of names) target.addEventListener(name, listen);
	return () => {
		listeners.delete(listen);
		for (const name of names) target.removeEventListener(name, listen);
	};
}

/** Browsers tell of all changes since 2026, but not in frames without an origin. */
function chooseEvents(): readonly [EventTarget, readonly string[]] {
	if ('navigation' in window && navigation.currentEntry !== null) return [navigation, ['currententrychange']];
	wrapHistory();
	return [window, ['popstate', changeEvent]];
}

/** Once for all: another script may have wrapped it again, so it cannot be undone. */
function wrapHistory(): void {
	if (isWrapped) return;
	isWrapped = true;
	for (const method of ['pushState', 'replaceState'] as const) {
		const original = history[method];
		history[method] = (...change) => {
			original.apply(history, change);
			dispatchEvent(new Event(changeEvent));
		};
	}
}
