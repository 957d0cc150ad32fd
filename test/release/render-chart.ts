/**
 * The chart as Helm renders it. CI has no Helm, which takes minutes to build, so renderings are kept, with a checksum of what they
 * were made of. Run by itself, this file renews them by the program that `VITRINE_TEST_HELM` names:
 *
 *     go install helm.sh/helm/v3/cmd/helm@v3.10.3
 *     VITRINE_TEST_HELM=~/go/bin/helm node test/release/render-chart.ts
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../rules/source-files.ts';

export const chartFolder = join(projectRoot, 'deploy', 'helm', 'vitrine');
const folder = join(import.meta.dirname, 'chart');
export const renderings = ['usual', 'every-part'] as const;
export type Rendering = (typeof renderings)[number];

const toValues = (name: Rendering) => join(folder, `${name}.values.yaml`);
const toOutput = (name: Rendering) => join(folder, `${name}.rendered.yaml`);

/** Of the chart and the values: what a rendering must be made of. */
export function hashSources(name: Rendering): string {
	const files = readdirSync(chartFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
	const paths = files.map((file) => join(file.parentPath, file.name)).sort();
	return hash('sha256', [...paths, toValues(name)].map((path) => readFileSync(path, 'utf8')).join('\0'));
}

/** The kept rendering, and the checksum in its first line. */
export function readRendering(name: Rendering): { readonly sources: string; readonly text: string } {
	const [first = '', ...lines] = readFileSync(toOutput(name), 'utf8').split('\n');
	return { sources: first.replace('# ', ''), text: lines.join('\n') };
}

export function render(helm: string, name: Rendering): string {
	const words = ['template', 'shop', chartFolder, '--kube-version', '1.30.0', '--values', toValues(name)];
	const { status, stdout, stderr } = spawnSync(helm, words, { encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	return stdout;
}

if (import.meta.main) {
	const helm = process.env.VITRINE_TEST_HELM ?? assert.fail('VITRINE_TEST_HELM names the program of Helm');
	for (const name of renderings) writeFileSync(toOutput(name), `# ${hashSources(name)}\n${render(helm, name)}`);
}
