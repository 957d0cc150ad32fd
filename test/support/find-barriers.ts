/** What axe-core finds on a page that keeps people from using it, shadow roots included. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
	readonly id: string;
	readonly help: string;
	readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** One sentence for each barrier, with where it is. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
	await page.evaluate(axe);
	const { violations } = await page.evaluate<{ violations: readonly Violation[] }>(
		'axe.run(document, { resultTypes: ["violations"] })',
	);
	return violations.flatMap(({ id, help, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary ?? ''}`),
	);
}
