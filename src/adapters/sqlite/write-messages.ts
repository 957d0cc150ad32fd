/**
 * Calls and their answers as messages between threads. The `Travel` of a unit says how its calls are packed.
 *
 *     calls    ['[[7,"events.recordMany",912,"",[…]],[8,…]]']          json: a run of calls is one text
 *              [{ unit, width: 15, values: [7, 912, …, 8, 912, …] }]   scalars: a run of calls of one unit is one list
 *              [{ id, unit, byteCount, lane, args }]                   clone
 *     answers  { values: [7, 'recorded', 8, 'recorded'], texts: [9, '[{"id":…}]'], errors: [] }
 *
 * A message costs some microseconds, and each object in it one more. Thousands of events a second are sent, so every
 * object counts.
 */
import { isTracing, type TraceCarrier } from '../../lib/tracing.ts';
import type { Travel } from '../../ports/unit-of-work.ts';
import type { AnyUnit, UnitRegistry } from '../sql/unit-of-work.ts';
import type { WriteAnswer, WriteCall } from './write-group.ts';

/** A call in a message; its arguments are JSON text if its unit travels as JSON. */
export interface QueuedCall extends Omit<WriteCall, 'unit' | 'args'> {
	readonly unit: Pick<AnyUnit, 'name' | 'travel'>;
	readonly args: readonly unknown[] | string;
}

interface ClonedCall extends Omit<WriteCall, 'unit'> {
	readonly unit: string;
}

/** Calls of a unit whose arguments are scalars; each call begins with its id and its size. */
interface FlatRun {
	readonly unit: string;
	/** Number of values of a call. */
	readonly width: number;
	readonly values: unknown[];
}

/** Which calls are traced: id and carrier alternate. The first part of a message, if any of its calls is. */
interface CallTraces {
	readonly traces: readonly (number | TraceCarrier)[];
}

export type PostedCalls = readonly (ClonedCall | FlatRun | CallTraces | string)[];

export interface PostedAnswers {
	/** Id and value alternate. */
	readonly values: readonly unknown[];
	/** Id and JSON of the value alternate. */
	readonly texts: readonly (number | string)[];
	readonly errors: readonly Extract<WriteAnswer, { error: unknown }>[];
}

type PackedCall = readonly [id: number, unit: string, byteCount: number, lane: string, args: readonly unknown[]];

/** Packs the calls in their order, for `unpackCalls`. */
export function packCalls(calls: readonly QueuedCall[]): PostedCalls {
	const posted: (ClonedCall | FlatRun | CallTraces | string)[] = [];
	const traces = isTracing() ? calls.flatMap(({ id, trace }) => (trace === undefined ? [] : [id, trace])) : [];
	if (traces.length > 0) posted.push({ traces });
	for (let index = 0; index < calls.length; ) {
		const { args, unit, trace: _, ...rest } = calls[index] as QueuedCall;
		let end = index + 1;
		if (typeof args === 'string') {
			while (typeof calls[end]?.args === 'string') end += 1;
			posted.push(toText(calls.slice(index, end)));
		} else if (unit.travel === 'scalars') {
			while (calls[end]?.unit === unit) end += 1;
			posted.push(toFlatRun(unit, 2 + args.length, calls.slice(index, end)));
		} else posted.push({ ...rest, unit: unit.name, args });
		index = end;
	}
	return posted;
}

function toText(run: readonly QueuedCall[]): string {
	const texts = run.map(
		({ id, unit, byteCount, lane, args }) => `[${id},"${unit.name}",${byteCount},${JSON.stringify(lane)},${args}]`,
	);
	return `[${texts.join()}]`;
}

function toFlatRun({ name }: QueuedCall['unit'], width: number, run: readonly QueuedCall[]): FlatRun {
	const values: unknown[] = [];
	for (const call of run) values.push(call.id, call.byteCount, ...call.args);
	return { unit: name, width, values };
}

/** @throws {Error} when a call names no unit of the registry. */
export function unpackCalls(posted: PostedCalls, registry: UnitRegistry): WriteCall[] {
	const calls: WriteCall[] = [];
	const traces = new Map<number, TraceCarrier>();
	for (const part of posted) {
		if (typeof part === 'string') {
			const run: readonly PackedCall[] = JSON.parse(part);
			for (const [id, unit, byteCount, lane, args] of run) {
				calls.push({ id, unit: findUnit(registry, unit), byteCount, lane, args });
			}
		} else if ('traces' in part) noteTraces(part, traces);
		else if ('values' in part) unpackFlatRun(part, findUnit(registry, part.unit), calls);
		else calls.push({ ...part, unit: findUnit(registry, part.unit) });
	}
	return traces.size === 0 ? calls : calls.map((call) => ({ ...call, trace: traces.get(call.id) }));
}

function noteTraces({ traces }: CallTraces, known: Map<number, TraceCarrier>): void {
	for (let at = 0; at < traces.length; at += 2) known.set(traces[at] as number, traces[at + 1] as TraceCarrier);
}

function findUnit(registry: UnitRegistry, name: string): AnyUnit {
	const unit = registry.get(name);
	if (unit === undefined) throw new Error(`there is no unit of work ${name}`);
	return unit;
}

function unpackFlatRun({ width, values }: FlatRun, unit: AnyUnit, calls: WriteCall[]): void {
	for (let start = 0; start < values.length; start += width) {
		const [id, byteCount] = [values[start] as number, values[start + 1] as number];
		calls.push({ id, unit, byteCount, lane: '', args: values.slice(start + 2, start + width) });
	}
}

/** Packs the answers of these calls; both lists have the same order. */
export function packAnswers(calls: readonly WriteCall[], answers: readonly WriteAnswer[]): PostedAnswers {
	const values: unknown[] = [];
	const texts: (number | string)[] = [];
	const errors: PostedAnswers['errors'][number][] = [];
	for (const [index, answer] of answers.entries()) {
		const { unit } = calls[index] as WriteCall;
		if ('error' in answer) errors.push(answer);
		else if (isJson(unit.travel) && isList(answer.value)) texts.push(answer.id, JSON.stringify(answer.value));
		else values.push(answer.id, answer.value);
	}
	return { values, texts, errors };
}

function isJson(travel: Travel): boolean {
	return travel === 'json' || travel === 'shortJson';
}

/** Quoting a longer text costs more than copying the objects around it. */
const quotedLengthMax = 256;

/** A list of objects without long texts. */
function isList(value: unknown): boolean {
	return Array.isArray(value) && value.every((member) => Object.values(member).every(isShort));
}

function isShort(value: unknown): boolean {
	return typeof value !== 'string' || value.length <= quotedLengthMax;
}

/** First the answers with a value, then those with an error; ids say which calls they belong to. */
export function unpackAnswers({ values, texts, errors }: PostedAnswers): WriteAnswer[] {
	const answers: WriteAnswer[] = [];
	for (let index = 0; index < values.length; index += 2) {
		answers.push({ id: values[index] as number, value: values[index + 1] });
	}
	for (let index = 0; index < texts.length; index += 2) {
		answers.push({ id: texts[index] as number, value: JSON.parse(texts[index + 1] as string) });
	}
	return errors.length === 0 ? answers : answers.concat(errors);
}
