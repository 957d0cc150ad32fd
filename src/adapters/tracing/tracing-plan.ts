/**
 * What the variables of OpenTelemetry say about traces: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/.
 * The exporter reads those of its connection by itself: endpoint, headers, certificates, compression, timeout.
 */

export type Environment = Readonly<Record<string, string | undefined>>;

export type SamplerName =
	| 'always_on'
	| 'always_off'
	| 'traceidratio'
	| 'parentbased_always_on'
	| 'parentbased_always_off'
	| 'parentbased_traceidratio';

export interface TracingPlan {
	readonly sampler: SamplerName;
	/** Between 0 and 1: of the traces that a sampler by ratio decides about. */
	readonly ratio: number;
	/** Undefined: what the SDK has. */
	readonly batch: {
		readonly scheduledDelayMillis: number | undefined;
		readonly exportTimeoutMillis: number | undefined;
		readonly maxQueueSize: number | undefined;
		readonly maxExportBatchSize: number | undefined;
	};
	readonly attributeCountMax: number | undefined;
	readonly attributeLengthMax: number | undefined;
}

export type PlanReading =
	| { readonly kind: 'off' }
	/** Traces were wanted, in a way that there is not. */
	| { readonly kind: 'refused'; readonly problem: string }
	| { readonly kind: 'on'; readonly plan: TracingPlan; readonly problems: readonly string[] };

const samplers: readonly SamplerName[] = [
	'always_on',
	'always_off',
	'traceidratio',
	'parentbased_always_on',
	'parentbased_always_off',
	'parentbased_traceidratio',
];

export function readTracingPlan(environment: Environment): PlanReading {
	const read = (name: string) => environment[name]?.trim() || undefined;
	const endpoint = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? read('OTEL_EXPORTER_OTLP_ENDPOINT');
	if (endpoint === undefined || read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return { kind: 'off' };
	const exporter = read('OTEL_TRACES_EXPORTER') ?? 'otlp';
	if (exporter === 'none') return { kind: 'off' };
	if (exporter !== 'otlp') return refuse('OTEL_TRACES_EXPORTER must be otlp or none');
	const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
	if (protocol !== 'http/protobuf')
		return refuse('OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf (port 4318, mostly)');
	if (!isWebAddress(endpoint)) return refuse('OTEL_EXPORTER_OTLP_ENDPOINT must be an address with http or https');
	return readDetails(read);
}

function refuse(problem: string): PlanReading {
	return { kind: 'refused', problem };
}

function isWebAddress(text: string): boolean {
	const protocol = URL.parse(text)?.protocol;
	return protocol === 'http:' || protocol === 'https:';
}

function readDetails(read: (name: string) => string | undefined): PlanReading {
	const problems: string[] = [];
	const readNumber = (name: string, max = Number.MAX_SAFE_INTEGER): number | undefined => {
		const text = read(name);
		if (text === undefined) return undefined;
		const value = Number(text);
		if (value >= 0 && value <= max) return value;
		problems.push(`${name} is ignored: it must be a number from 0${max === 1 ? ' to 1' : ''}`);
		return undefined;
	};
	const wanted = read('OTEL_TRACES_SAMPLER');
	const sampler = samplers.find((name) => name === wanted);
	if (wanted !== undefined && sampler === undefined) {
		problems.push(`OTEL_TRACES_SAMPLER is ignored: it must be one of ${samplers.join(', ')}`);
	}
	const isByRatio = sampler?.endsWith('traceidratio') === true;
	const plan = {
		sampler: sampler ?? 'parentbased_always_on',
		ratio: (isByRatio ? readNumber('OTEL_TRACES_SAMPLER_ARG', 1) : undefined) ?? 1,
		batch: {
			scheduledDelayMillis: readNumber('OTEL_BSP_SCHEDULE_DELAY'),
			exportTimeoutMillis: readNumber('OTEL_BSP_EXPORT_TIMEOUT'),
			maxQueueSize: readNumber('OTEL_BSP_MAX_QUEUE_SIZE'),
			maxExportBatchSize: readNumber('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
		},
		attributeCountMax: readNumber('OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT') ?? readNumber('OTEL_ATTRIBUTE_COUNT_LIMIT'),
		attributeLengthMax:
			readNumber('OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT') ?? readNumber('OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT'),
	};
	return { kind: 'on', plan, problems };
}
