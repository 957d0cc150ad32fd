/** What somebody chose for this browser: no secrets and nothing that the server has to know. */

type PreferenceName = 'language' | 'theme' | 'engine' | 'time-zone';

/** Null where nothing was chosen, and where the browser keeps nothing. */
export function readPreference(name: PreferenceName): string | null {
	try {
		return localStorage.getItem(`vitrine-dashboard-${name}`);
	} catch {
		return null;
	}
}

export function writePreference(name: PreferenceName, value: string): void {
	try {
		localStorage.setItem(`vitrine-dashboard-${name}`, value);
	} catch {
		// Private windows may refuse; the choice holds until the page is left.
	}
}
