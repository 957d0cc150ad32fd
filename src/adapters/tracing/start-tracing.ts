/**
 * Traces of this thread. Where the variables of OpenTelemetry name a receiver, its SDK is loaded, and spans are sent in
 * batches from the thread that made them. Where another program has put an SDK of its own into this process (`--import`),
 * that one gets the spans. Otherwise nothing is loaded, and nothing is traced.
 *
 * Requests never wait for the receiver: spans wait in a queue with a limit, and those beyond it are dropped.
 */
import { trace } from '@opentelemetry/api';
import type { ThreadName } from '../../domain/health/server-state.ts';
import { answerInTime } from '../../lib/answer-in-time.ts';
import { beginTracing, endTracing } from '../../lib/tracing.ts';
import { type Environment, readTracingPlan } from './tracing-plan.ts';

export interface TracingOptions {
	readonly environment: Environment;
	readonly thread: ThreadName;
	readonly version: string;
	/** Called with a sentence, at most once a minute for the same one. */
	readonly onTrouble: (problem: string) => void;
}

/** Sends what is waiting, for a second at most, or as long as the variables say. */
export type StopTracing = () => Promise<void>;

/** How long the end of a thread waits for the receiver: up to four threads end one after another, within ten seconds. */
const flushMs = { usual: 1_000, most: 8_000 } as const;
/** An attempt that goes on after that must not keep the thread alive. */
const exitDelayMs = 200;
const repeatedAfterMs = 60_000;

export async function startTracing({ onTrouble, ...options }: TracingOptions): Promise<StopTracing> {
	const { environment, thread, version } = options;
	const own = { 'thread.name': thread };
	const tell = limitRepeats(onTrouble);
	const foreign = findForeignTracer(version);
	if (foreign !== undefined) {
		beginTracing(foreign, own);
		return async () => endTracing();
	}
	const reading = readTracingPlan(environment);
	if (reading.kind === 'refused') tell(`there are no traces: ${reading.problem}`);
	if (reading.kind !== 'on') return async () => undefined;
	for (const problem of reading.problems) tell(problem);
	// Imported only here: a server without traces does not pay for it.
	const { openProvider } = await import('./open-provider.ts');
	const { exportTimeoutMillis = flushMs.usual } = reading.plan.batch;
	const provider = openProvider(reading.plan, { version, tell });
	beginTracing(provider.getTracer('vitrine', version), own);
	return async () => {
		endTracing();
		const isFlushed = await answerInTime(
			provider.shutdown().then(() => true),
			Math.min(exportTimeoutMillis, flushMs.most),
		);
		// In a thread beside the main one this ends the thread alone.
		if (isFlushed === undefined) setTimeout(() => process.exit(), exitDelayMs).unref();
	};
}

/** The tracer of an SDK that was there before. */
function findForeignTracer(version: string) {
	const provider = trace.getTracerProvider() as {
		getDelegateTracer?: (name: string, version: string) => ReturnType<typeof trace.getTracer> | undefined;
	};
	return provider.getDelegateTracer?.('vitrine', version);
}

function limitRepeats(onTrouble: (problem: string) => void): (problem: string) => void {
	const toldMs = new Map<string, number>();
	return (problem) => {
		const nowMs = performance.now();
		if (nowMs - (toldMs.get(problem) ?? Number.NEGATIVE_INFINITY) < repeatedAfterMs) return;
		// Few sentences are possible; a receiver that invents others does not fill the memory.
		if (toldMs.size >= 100) toldMs.clear();
		toldMs.set(problem, nowMs);
		onTrouble(problem);
	};
}
