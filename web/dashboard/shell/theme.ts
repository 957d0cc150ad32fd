/** Light or dark: as the system has it, unless something else is chosen. */
import { readPreference, writePreference } from './preferences.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function readTheme(): Theme {
	const chosen = readPreference('theme');
	return themes.find((theme) => theme === chosen) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
	writePreference('theme', theme);
	applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
	document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
}
