/** The browser of the machine, for tests of pages. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The configured browser, or else an installed one; undefined when there is none. */
function findBrowser(): string | undefined {
	const { VITRINE_TEST_BROWSER: chosen, PATH: path = '' } = process.env;
	if (chosen) return chosen;
	const names = ['chromium', 'chromium-browser', 'google-chrome'];
	const candidates = path.split(delimiter).flatMap((directory) => names.map((name) => join(directory, name)));
	return candidates.find((candidate) => existsSync(candidate));
}

const executablePath = findBrowser();

/** Why tests of pages are skipped; false where there is a browser. */
export const noBrowser =
	executablePath === undefined ? 'there is no Chromium on PATH, and VITRINE_TEST_BROWSER names none' : false;

export function launchBrowser(): Promise<Browser> {
	return chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'], timeout: 0 });
}
