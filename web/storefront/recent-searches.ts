/** What the shopper searched for last: kept in the browser, with consent alone, and sent nowhere. */
import { readStored, removeStored, store } from './browser-storage.ts';
import { readConsent } from './shopper.ts';

const key = 'vitrine-searches';
const countMax = 6;
const lengthMax = 60;

/** Newest first. Without consent it is empty, and whatever was kept is deleted. */
export function readRecentSearches(element: Element): readonly string[] {
	if (readConsent(element) !== 'granted') {
		removeStored(key);
		return [];
	}
	const stored = readStored(key);
	return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string').slice(0, countMax) : [];
}

export function addRecentSearch(element: Element, text: string): void {
	if (readConsent(element) !== 'granted' || text === '' || text.length > lengthMax) return;
	const others = readRecentSearches(element).filter((other) => other.toLowerCase() !== text.toLowerCase());
	store(key, [text, ...others].slice(0, countMax));
}

export function clearRecentSearches(): void {
	removeStored(key);
}
