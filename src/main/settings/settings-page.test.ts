import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { renewSettingsTable, settingsPageUrl } from './settings-page.ts';

test('docs/configuration.md has the settings that the code has; node src/main/settings/settings-page.ts renews it', async () => {
	const page = await readFile(settingsPageUrl, 'utf8');
	assert.equal(page, renewSettingsTable(page));
});
