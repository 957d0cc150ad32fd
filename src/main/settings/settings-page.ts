/**
 * The table of settings in docs/configuration.md. Run by itself, this file renews it:
 *
 *     node src/main/settings/settings-page.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { SettingRow } from './setting-row.ts';
import { settingTable } from './settings.ts';

export const settingsPageUrl = new URL('../../../docs/configuration.md', import.meta.url);

const startMarker = '<!-- settings: made by src/main/settings/settings-page.ts -->';
const endMarker = '<!-- end of settings -->';

/** The page with the table between its two markers updated. @throws {Error} when a marker is missing. */
export function renewSettingsTable(page: string): string {
	const start = page.indexOf(startMarker);
	const end = page.indexOf(endMarker);
	if (start === -1 || end < start) throw new Error(`docs/configuration.md must have ${startMarker} and ${endMarker}`);
	return `${page.slice(0, start + startMarker.length)}\n\n${formatSettingsTable()}\n${page.slice(end)}`;
}

/** A row per setting, in the order of the table in the code. */
function formatSettingsTable(): string {
	const head = ['| variable | flag | default | unit | meaning | allowed |', '|---|---|---|---|---|---|'];
	const rows = Object.values(settingTable).map((row: SettingRow) => `| ${formatCells(row).join(' | ')} |`);
	return `${[...head, ...rows].join('\n')}\n`;
}

function formatCells({ variable, flag, fallback, defaultNote, unit, meaning, kind }: SettingRow): string[] {
	return [
		variable === undefined ? '–' : `\`${variable}\``,
		flag === undefined ? '–' : `\`--${flag}\``,
		fallback ? `\`${fallback}\`` : (defaultNote ?? '–'),
		unit ?? '–',
		meaning,
		kind.allowed,
	];
}

if (import.meta.main) await writeFile(settingsPageUrl, renewSettingsTable(await readFile(settingsPageUrl, 'utf8')));
