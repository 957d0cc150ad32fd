/**
 * The client side of the writer: bounds, deadlines, and the promises of the calls.
 *
 *     call ──► gathered (the calls of one tick) ──► posted to the writer ──► answered
 *                                                └─► late: the deadline passed, the caller was told, the writer was not
 *
 * A late call still counts against the bounds until the writer answers it, because its memory is not free before. All
 * calls have the same deadline, so the first waiting one is always the next to be late, and one timer serves them all.
 */
import assert from 'node:assert/strict';
import { FailureError, fail } from '../../lib/failure.ts';
import { createNumberedQueue } from '../../lib/numbered-queue.ts';
import { carryTrace } from '../../lib/tracing.ts';
import type { Travel } from '../../ports/unit-of-work.ts';
import type { SqlUnit, UnitRegistry, Writer } from '../sql/unit-of-work.ts';
import type { WriteAnswer, WriteError } from './write-group.ts';
import type { QueuedCall } from './write-messages.ts';

export interface WriteQueueOptions {
	readonly deadlineMs: number;
	readonly queuedCallsMax: number;
	readonly queuedBytesMax: number;
	/** The units that the writer knows. */
	readonly units: UnitRegistry;
	/** Sends a batch of calls to the writer, which later passes each answer to `settle`. */
	readonly post: (calls: readonly QueuedCall[]) => void;
}

export interface WriteQueue {
	readonly run: Writer['run'];
	settle(answers: readonly WriteAnswer[]): void;
	/** From now on refuses calls with `reason`; resolves when none is queued any more. */
	drain(reason: Error): Promise<void>;
	/** Fails all queued calls and every later one with `reason`: the writer is gone. */
	abandon(reason: Error): void;
}

interface Waiting {
	readonly resolve: (value: unknown) => void;
	readonly reject: (reason: Error) => void;
	readonly byteCount: number;
	readonly deadlineAtMs: number;
}

/**
 * A tick with more calls than this is posted in parts, so that the writer commits the first part while this thread still
 * packs the others. Posting each call by itself would cost more commits than the overlap saves.
 */
const postedCallsMax = 16;
/** Quoting long texts costs more than copying the objects around them. */
const packedBytesMax = 128 * 1024;
/** The cost of a call apart from its texts. */
const callBytes = 512;

export function createWriteQueue(options: WriteQueueOptions): WriteQueue {
	const { deadlineMs, queuedCallsMax, queuedBytesMax, units, post } = options;
	/** In the order of their deadlines. */
	const waiting = createNumberedQueue<Waiting>();
	/** Sizes of calls whose deadline passed. */
	const late = new Map<number, number>();
	let gathered: QueuedCall[] = [];
	let queuedBytes = 0;
	let timer: NodeJS.Timeout | undefined;
	let refusal: Error | undefined;
	const drained = Promise.withResolvers<void>();

	function flush(): void {
		const calls = gathered;
		gathered = [];
		if (calls.length > 0) post(calls);
	}

	function setTimer(): void {
		clearTimeout(timer);
		const first = waiting.first()?.value;
		timer = first === undefined ? undefined : setTimeout(expire, Math.max(1, first.deadlineAtMs - performance.now()));
	}

	function expire(): void {
		const nowMs = performance.now();
		for (let first = waiting.first(); first && first.value.deadlineAtMs <= nowMs; first = waiting.first()) {
			waiting.take(first.number);
			late.set(first.number, first.value.byteCount);
			first.value.reject(new FailureError(fail('timed_out').failure));
		}
		setTimer();
	}

	function settleOne(answer: WriteAnswer): void {
		const found = waiting.take(answer.id);
		queuedBytes -= found?.byteCount ?? late.get(answer.id) ?? 0;
		late.delete(answer.id);
		if (found === undefined) return;
		if ('error' in answer) found.reject(toError(answer.error));
		else found.resolve(answer.value);
	}

	return {
		run<Args extends readonly unknown[], Result>(unit: SqlUnit<Args, Result>, ...args: Args): Promise<Result> {
			if (refusal !== undefined) return Promise.reject(refusal);
			assert(units.has(unit.name), `the writer does not know the unit ${unit.name}`);
			const { packed, byteCount, lane } = toCall(unit, args);
			if (waiting.count() + late.size >= queuedCallsMax || queuedBytes + byteCount > queuedBytesMax) {
				return Promise.reject(new FailureError(fail('overloaded', { retryAfterSeconds: 1 }).failure));
			}
			queuedBytes += byteCount;
			return new Promise((resolveResult, reject) => {
				// Types are lost when an answer crosses a port. The writer answers with the result of the named unit.
				const resolve = (value: unknown) => resolveResult(value as Result);
				const id = waiting.put({ resolve, reject, byteCount, deadlineAtMs: performance.now() + deadlineMs });
				if (timer === undefined) setTimer();
				gathered.push({ id, unit, args: packed, byteCount, lane, trace: carryTrace() });
				if (gathered.length >= postedCallsMax) flush();
				else if (gathered.length === 1) setImmediate(flush);
			});
		},
		settle(answers) {
			for (const answer of answers) settleOne(answer);
			if (waiting.count() > 0) return;
			setTimer();
			if (late.size === 0 && refusal !== undefined) drained.resolve();
		},
		drain(reason) {
			refusal ??= reason;
			if (waiting.count() + late.size === 0) drained.resolve();
			return drained.promise;
		},
		abandon(reason) {
			refusal = reason;
			for (let first = waiting.first(); first; first = waiting.first()) waiting.take(first.number)?.reject(reason);
			late.clear();
			gathered = [];
			setTimer();
			drained.resolve();
		},
	};
}

function toCall<Args extends readonly unknown[]>(unit: SqlUnit<Args, unknown>, args: Args) {
	const packed = pack(unit.travel, args);
	return { packed, byteCount: callBytes + countTextBytes(packed), lane: unit.lane?.(...args) ?? '' };
}

/** One text crosses threads in a third of the time of objects, and scalars in half of that. */
function pack(travel: Travel, args: readonly unknown[]): QueuedCall['args'] {
	const isPacked = travel === 'json' || (travel === 'shortJson' && countTextBytes(args) <= packedBytesMax);
	return isPacked ? JSON.stringify(args) : args;
}

function toError({ code, message, stack }: WriteError): Error {
	const cause = new Error(message);
	cause.stack = stack;
	return code === undefined ? cause : new FailureError(fail(code).failure, { cause });
}

/**
 * Two bytes per UTF-16 code unit, as V8 stores text that is not Latin-1. The recursion ends because arguments are plain
 * data.
 */
function countTextBytes(value: unknown): number {
	if (typeof value === 'string') return 2 * value.length;
	if (typeof value !== 'object' || value === null) return 8;
	let byteCount = 16;
	// As an object, an array of bytes would have a member for each of them.
	if (ArrayBuffer.isView(value)) return byteCount + value.byteLength;
	for (const member of Array.isArray(value) ? value : Object.values(value)) byteCount += countTextBytes(member);
	return byteCount;
}
