/** OpenTelemetry's SDK, as the variables want it. */
import { context, DiagLogLevel, diag, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
	defaultResource,
	detectResources,
	envDetector,
	hostDetector,
	resourceFromAttributes,
} from '@opentelemetry/resources';
import {
	AlwaysOffSampler,
	AlwaysOnSampler,
	BatchSpanProcessor,
	ParentBasedSampler,
	type Sampler,
	TraceIdRatioBasedSampler,
	TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingPlan } from './tracing-plan.ts';

interface ProviderOptions {
	readonly version: string;
	readonly tell: (problem: string) => void;
}

export function openProvider(plan: TracingPlan, { version, tell }: ProviderOptions): TracerProvider {
	const { batch, attributeCountMax, attributeLengthMax } = plan;
	// Its messages may have parts of the receiver's answers in them: the first line says enough.
	const toLine = (message: string) => tell(`traces: ${message.split('\n', 1)[0]?.slice(0, 300)}`);
	const ignore = () => undefined;
	diag.setLogger(
		{ error: toLine, warn: toLine, info: ignore, debug: ignore, verbose: ignore },
		{ logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
	);
	context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
	propagation.setGlobalPropagator(new W3CTraceContextPropagator());
	return new TracerProvider({
		resource: defaultResource()
			.merge(
				resourceFromAttributes({ 'service.name': 'vitrine', 'service.version': version, 'process.pid': process.pid }),
			)
			.merge(detectResources({ detectors: [hostDetector, envDetector] })),
		sampler: toSampler(plan),
		spanLimits: {
			...(attributeCountMax !== undefined && { attributeCountLimit: attributeCountMax }),
			...(attributeLengthMax !== undefined && { attributeValueLengthLimit: attributeLengthMax }),
		},
		spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...withoutUndefined(batch) })],
	});
}

function toSampler({ sampler, ratio }: TracingPlan): Sampler {
	const name = sampler.replace('parentbased_', '');
	const root =
		name === 'always_on'
			? new AlwaysOnSampler()
			: name === 'always_off'
				? new AlwaysOffSampler()
				: new TraceIdRatioBasedSampler(ratio);
	return name === sampler ? root : new ParentBasedSampler({ root });
}

function withoutUndefined<T extends object>(values: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
