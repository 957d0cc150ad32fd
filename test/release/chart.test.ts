/** The Helm chart: what it renders is what Kubernetes knows, with few rights and in time for the drain. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import type { Json } from '../support/api.ts';
import { findResourceProblems } from './check-resource.ts';
import { chartFolder, hashSources, type Rendering, readRendering, render, renderings } from './render-chart.ts';

const readDocuments = (name: Rendering): readonly Json[] =>
	parseAllDocuments(readRendering(name).text).map((document) => document.toJS());
const find = (name: Rendering, kind: string): Json =>
	readDocuments(name).find((document) => document.kind === kind) ?? assert.fail(`there is no ${kind}`);
const helm = process.env.VITRINE_TEST_HELM;

describe('the chart', () => {
	for (const name of renderings) {
		it(`has a rendering that is made of it as it is: ${name}`, () => {
			assert.equal(readRendering(name).sources, hashSources(name), 'run test/release/render-chart.ts');
		});

		it(
			`is rendered like that by Helm: ${name}`,
			{
				skip: helm === undefined && 'VITRINE_TEST_HELM does not name a program',
			},
			() => assert.equal(render(helm ?? '', name), readRendering(name).text),
		);

		it(`has resources as the schemas of Kubernetes have them: ${name}`, () => {
			for (const document of readDocuments(name)) {
				// Not of Kubernetes itself.
				if (document.kind !== 'ServiceMonitor') assert.deepEqual(findResourceProblems(document), []);
			}
		});

		it(`runs nodes without rights, which have the time to drain: ${name}`, () => {
			const nodes = find(name, name === 'usual' ? 'Deployment' : 'StatefulSet');
			const { metadata, spec } = nodes.spec.template;
			const [{ securityContext, env, envFrom, volumeMounts, ...container }] = spec.containers;
			assert.equal(spec.securityContext.runAsNonRoot, true);
			assert.deepEqual(
				[securityContext.readOnlyRootFilesystem, securityContext.allowPrivilegeEscalation],
				[true, false],
			);
			assert.deepEqual(securityContext.capabilities, { drop: ['ALL'] });
			assert.deepEqual([spec.automountServiceAccountToken, spec.enableServiceLinks], [false, false]);
			const drainMs = Number(env.find((each: Json) => each.name === 'VITRINE_DRAIN_MS').value);
			assert(spec.terminationGracePeriodSeconds * 1000 >= drainMs + 20_000);
			assert.equal(container.livenessProbe.httpGet.path, '/health/live');
			const { httpGet, periodSeconds, failureThreshold } = container.readinessProbe;
			assert.equal(httpGet.path, '/health/ready');
			assert(name !== 'usual' || periodSeconds * failureThreshold * 1000 < drainMs, 'it is noticed before the end');
			const volumes = [...spec.volumes, ...(nodes.spec.volumeClaimTemplates ?? []).map((each: Json) => each.metadata)];
			const mounted = volumeMounts.map((each: Json) => each.name).sort();
			assert.deepEqual(mounted, volumes.map((each: Json) => each.name).sort());
			for (const document of readDocuments(name)) {
				const selector = document.spec?.selector?.matchLabels ?? document.spec?.selector ?? {};
				if (document.kind === 'ServiceMonitor') continue;
				for (const [key, value] of Object.entries(selector)) assert.equal(metadata.labels[key], value, document.kind);
			}
			const secret = envFrom[0].secretRef.name;
			assert.equal(secret, name === 'usual' ? find(name, 'Secret').metadata.name : 'shop-secrets');
		});
	}

	it('is checked with all its members', () => {
		const nodes = find('usual', 'Deployment');
		const misspelt = { ...nodes, spec: { ...nodes.spec, replcas: 3 } };
		assert.deepEqual(findResourceProblems(misspelt), ['Deployment has no /spec/replcas']);
		assert.equal(findResourceProblems({ ...nodes, spec: { ...nodes.spec, replicas: 'three' } }).length, 1);
	});

	it('has secrets in the secret alone', () => {
		const { stringData } = find('usual', 'Secret');
		const others = readDocuments('usual').filter(({ kind }) => kind !== 'Secret');
		for (const value of Object.values(stringData)) assert(!JSON.stringify(others).includes(String(value)));
	});

	it('refuses values that would do nothing, or harm', () => {
		const check = new Ajv({ allowUnionTypes: true }).compile(
			JSON.parse(readFileSync(join(chartFolder, 'values.schema.json'), 'utf8')),
		);
		const usual: object = parse(readFileSync(join(chartFolder, 'values.yaml'), 'utf8'));
		assert(check(usual), JSON.stringify(check.errors));
		for (const wrong of [
			{ replicas: 3 },
			{ replicaCount: 0 },
			{ settings: { VITRINE_SECRET_KEY: 'x' } },
			{ settings: { PORT: '80' } },
			{ secret: { secretKey: 'short' } },
			{ secret: { databaseUrl: 'mysql://db/shop' } },
			{ cache: { kind: 'hostPath' } },
			{ ingress: { affinity: true } },
		]) {
			assert(!check(Object.assign({}, usual, wrong)), JSON.stringify(wrong));
		}
	});

	it('is of the version of the program', () => {
		const { version, appVersion } = parse(readFileSync(join(chartFolder, 'Chart.yaml'), 'utf8'));
		const program = JSON.parse(readFileSync(join(chartFolder, '..', '..', '..', 'package.json'), 'utf8')).version;
		assert.deepEqual([version, appVersion], [program, program]);
	});
});
