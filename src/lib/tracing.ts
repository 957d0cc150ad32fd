/**
 * Spans of OpenTelemetry: which work was part of which request, and how long it took.
 *
 *     request ─► use case ─► statement        a call within a call is its child, also across `await`
 *                    └─ `carryTrace` ═ message to another thread ═ `parent` ─► statement there
 *
 * Until `beginTracing` nothing is traced, and each function here costs a comparison. The tracer is one for the thread, as in
 * OpenTelemetry's own interface: spans are made in every layer, and a parameter for them would be in every signature.
 *
 * Attributes never hold what callers sent: no text of queries, no keys, no values of statements, no messages of errors.
 */
import {
	type Attributes,
	type Context,
	context,
	createContextKey,
	propagation,
	ROOT_CONTEXT,
	type Span,
	SpanKind,
	SpanStatusCode,
	TraceFlags,
	type Tracer,
	trace,
} from '@opentelemetry/api';
import { FailureError } from './failure.ts';

/** Where a span belongs, as a message to another thread carries it: the headers of W3C Trace Context. */
export type TraceCarrier = Readonly<Record<string, string>>;

export interface SpanOptions {
	/** One of few: no ids. */
	readonly name: string;
	/** `client` for a call of another program or of a database, `server` for a call that came from outside. */
	readonly kind?: 'server' | 'client';
	readonly attributes?: Attributes;
	/** What it is part of; without it, the call that is running. */
	readonly parent?: TraceCarrier | undefined;
	/** Other calls for which it is done. */
	readonly links?: readonly TraceCarrier[];
}

interface Tracing {
	readonly tracer: Tracer;
	/** On every span of this thread. */
	readonly attributes: Attributes;
}

let tracing: Tracing | undefined;

/** Background work, which becomes a span when it has something to do. */
interface PendingJob {
	readonly name: string;
	readonly start: number;
	span: Span | undefined;
}

const jobKey = createContextKey('job');

/** From now on the calls of this thread are traced. */
export function beginTracing(tracer: Tracer, attributes: Attributes): void {
	tracing = { tracer, attributes };
}

export function endTracing(): void {
	tracing = undefined;
}

/** Whether spans are made at all. Fixed for the life of a thread once its work has begun. */
export function isTracing(): boolean {
	return tracing !== undefined;
}

/** Whether the running call is traced, so that its parts should be. */
export function isTraced(): boolean {
	return tracing !== undefined && trace.getActiveSpan() !== undefined;
}

/** What another thread needs to go on with the running call; undefined when it is not traced. */
export function carryTrace(): TraceCarrier | undefined {
	if (!isPartOfCall()) return undefined;
	const carrier: Record<string, string> = {};
	propagation.inject(toContext(undefined), carrier);
	return carrier;
}

/** Whether the running call is traced, or is background work that would be if it did more than look. */
export function isPartOfCall(): boolean {
	return isTraced() || (tracing !== undefined && context.active().getValue(jobKey) !== undefined);
}

/**
 * Runs background work that mostly finds nothing to do: it is a trace of its own if it calls `traceCall` or `carryTrace`,
 * and none if it only looks.
 */
export function traceJob<T>(name: string, work: () => T): T;
export function traceJob<T>(name: string, work: () => T | Promise<T>): T | Promise<T> {
	if (tracing === undefined) return work();
	const job: PendingJob = { name, start: performance.now(), span: undefined };
	const answer = context.with(ROOT_CONTEXT.setValue(jobKey, job), work);
	if (!(answer instanceof Promise)) return answer;
	return answer.then(
		(value) => {
			job.span?.end();
			return value;
		},
		(error) => {
			if (job.span !== undefined) endFailed(job.span, error);
			throw error;
		},
	);
}

/** The running call as a `traceparent` of W3C Trace Context; undefined when its spans are sent nowhere. */
export function readTraceparent(): string | undefined {
	const running = tracing === undefined ? undefined : trace.getActiveSpan()?.spanContext();
	if (running === undefined || (running.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
	return `00-${running.traceId}-${running.spanId}-01`;
}

/** The id of the running call's trace, for log lines. */
export function readTraceId(): string | undefined {
	return tracing === undefined ? undefined : trace.getActiveSpan()?.spanContext().traceId;
}

/**
 * Runs `work` as a span, and its calls as parts of it. The span ends when the promise settles; work that answers at once
 * leaves none.
 */
export function traceCall<T>(options: SpanOptions, work: () => Promise<T>): Promise<T>;
export function traceCall<T>(options: SpanOptions, work: () => T): T;
export function traceCall<T>(options: SpanOptions, work: () => T | Promise<T>): T | Promise<T> {
	if (tracing === undefined) return work();
	const parent = toContext(options.parent);
	const span = start(tracing, options, parent);
	const answer = context.with(trace.setSpan(parent, span), work);
	if (!(answer instanceof Promise)) return answer;
	return answer.then(
		(value) => {
			span.end();
			return value;
		},
		(error) => {
			endFailed(span, error);
			throw error;
		},
	);
}

/** The same for work that answers at once, such as a statement of SQLite. */
export function traceStep<T>(options: SpanOptions, work: () => T): T {
	if (tracing === undefined) return work();
	const span = start(tracing, options, toContext(options.parent));
	try {
		const value = work();
		span.end();
		return value;
	} catch (error) {
		endFailed(span, error);
		throw error;
	}
}

/** A span that its caller ends. `run` runs a part of it. */
export interface OpenSpan {
	readonly traceId: string;
	run<T>(work: () => T): T;
	note(attributes: Attributes): void;
	/** @param errorType says in a word what failed; undefined: nothing did. */
	end(errorType?: string): void;
}

/** Undefined when nothing is traced. */
export function openSpan(options: SpanOptions): OpenSpan | undefined {
	if (tracing === undefined) return undefined;
	const parent = toContext(options.parent);
	const span = start(tracing, options, parent);
	const within = trace.setSpan(parent, span);
	return {
		traceId: span.spanContext().traceId,
		run: (work) => context.with(within, work),
		note: (attributes) => void span.setAttributes(attributes),
		end(errorType) {
			if (errorType !== undefined) noteError(span, errorType);
			span.end();
		},
	};
}

/** Runs `work` as a part of the call that `carrier` names, or of none. Without tracing it just runs. */
export function continueTrace<T>(carrier: TraceCarrier | undefined, work: () => T): T {
	if (tracing === undefined) return work();
	return context.with(carrier === undefined ? ROOT_CONTEXT : toContext(carrier), work);
}

/**
 * The same object, whose functions are spans with their names behind `prefix`; itself, unless there is tracing. Functions
 * that answer at once leave no spans.
 */
export function traceCalls<T extends object>(prefix: string, target: T): T {
	if (tracing === undefined) return target;
	const descriptors = Object.getOwnPropertyDescriptors(target);
	for (const [name, descriptor] of Object.entries(descriptors) as [string, PropertyDescriptor][]) {
		const { value } = descriptor;
		if (typeof value === 'function') descriptor.value = traceFunction(`${prefix}.${name}`, value as never);
	}
	return Object.create(Object.getPrototypeOf(target), descriptors);
}

/** The function as a span of this name; itself, unless there is tracing. */
export function traceFunction<Args extends readonly unknown[], T>(
	name: string,
	work: (...args: Args) => T,
): (...args: Args) => T {
	return tracing === undefined ? work : (...args) => traceCall({ name }, () => work(...args));
}

function toContext(carrier: TraceCarrier | undefined): Context {
	if (carrier !== undefined) return propagation.extract(ROOT_CONTEXT, carrier);
	const active = context.active();
	const job = active.getValue(jobKey) as PendingJob | undefined;
	if (job === undefined || tracing === undefined || trace.getSpan(active) !== undefined) return active;
	const { tracer, attributes } = tracing;
	job.span ??= tracer.startSpan(job.name, { attributes, startTime: job.start }, ROOT_CONTEXT);
	return trace.setSpan(active, job.span);
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;

function start({ tracer, attributes: own }: Tracing, options: SpanOptions, parent: Context): Span {
	const { name, kind, attributes, links = [] } = options;
	const linked = links.flatMap((carrier) => trace.getSpanContext(toContext(carrier)) ?? []);
	return tracer.startSpan(
		name,
		{
			kind: kind === undefined ? SpanKind.INTERNAL : kinds[kind],
			attributes: { ...own, ...attributes },
			links: linked.map((each) => ({ context: each })),
		},
		parent,
	);
}

/** Without its message, which may quote values. */
function endFailed(span: Span, error: unknown): void {
	noteError(span, toErrorType(error));
	span.end();
}

function noteError(span: Span, errorType: string): void {
	span.setAttribute('error.type', errorType);
	span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The code of a failure, or of a system's or a database's error; otherwise the name of the class. */
function toErrorType(error: unknown): string {
	if (error instanceof FailureError) return error.failure.code;
	if (!(error instanceof Error)) return typeof error;
	const { code } = error as Error & { readonly code?: unknown };
	return typeof code === 'string' && code.length <= 40 ? code : error.name;
}
