/**
 * The address of the page, which the elements share with the browser's buttons and with a router that the page may have:
 *
 *     a choice in an element ─► vitrine-navigate ─► prevented: the page's router goes there
 *                                              └──► else history.pushState
 *     whoever changed it ─────► watchAddress
 */
import { announce } from './announce.ts';

/** Goes to an address of the same origin as to another page, without loading one. */
export function goTo(host: HTMLElement, url: string): void {
	if (announce(host, 'vitrine-navigate', { url })) history.pushState(null, '', url);
}

const changeEvent = 'vitrine-address';
let isWrapped = false;

/** Calls `listen` whenever the address changes within the page, whoever changed it. @returns ends it */
export function watchAddress(listen: () => void): () => void {
	// Not in browsers of before 2026.
	if ('navigation' in window) {
		navigation.addEventListener('currententrychange', listen);
		return () => navigation.removeEventListener('currententrychange', listen);
	}
	wrapHistory();
	for (const name of ['popstate', changeEvent]) addEventListener(name, listen);
	return () => {
		for (const name of ['popstate', changeEvent]) removeEventListener(name, listen);
	};
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
