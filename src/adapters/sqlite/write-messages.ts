/**
 * Calls and their answers on the way between threads.
 *
 *     calls    [call, '[[7,"events","recordMany",912,[…]],[8,…]]', call]     a run of calls whose arguments are text is
 *                                                                            one text
 *              [{ group, name, width: 15, values: [7, 912, …, 8, 912, …] }]  one of calls of a flat operation is one list
 *     answers  { values: [7, 'recorded', 8, 'recorded'], texts: [9, '[{"id":…}]'], errors: [] }
 *
 * A message costs some microseconds, and each object in it one more: events come by the thousand a second, so what they
 * take is counted.
 */
import type { ItemWriteResult } from '../../domain/item/item.ts';
import type { WriteAnswer, WriteCall } from './write-group.ts';

/** Calls of an operation whose arguments are scalars, each call beginning with its id and its size. */
interface FlatRun {
	readonly group: WriteCall['group'];
	readonly name: string;
	/** Values of a call. */
	readonly width: number;
	readonly values: unknown[];
}

export type PostedCalls = readonly (WriteCall | FlatRun | string)[];

export interface PostedAnswers {
	/** Id and value in turns. */
	readonly values: readonly unknown[];
	/** Id and JSON of the value in turns. */
	readonly texts: readonly (number | string)[];
	readonly errors: readonly Extract<WriteAnswer, { error: unknown }>[];
}

type PackedCall = readonly [number, WriteCall['group'], string, number, readonly unknown[]];

/** The calls in their order, as `unpackCalls` takes them. */
export function packCalls(calls: readonly WriteCall[]): PostedCalls {
	const posted: (WriteCall | FlatRun | string)[] = [];
	for (let index = 0; index < calls.length; ) {
		const first = calls[index] as WriteCall;
		let end = index + 1;
		if (typeof first.args === 'string') {
			while (typeof calls[end]?.args === 'string') end += 1;
			posted.push(toText(calls.slice(index, end)));
		} else if (isFlatWrite(first.group, first.name)) {
			while (calls[end]?.name === first.name && calls[end]?.group === first.group) end += 1;
			posted.push(toFlatRun(first, calls.slice(index, end)));
		} else posted.push(first);
		index = end;
	}
	return posted;
}

function toText(run: readonly WriteCall[]): string {
	const texts = run.map(({ id, group, name, args, byteCount }) => `[${id},"${group}","${name}",${byteCount},${args}]`);
	return `[${texts.join()}]`;
}

function toFlatRun({ group, name, args }: WriteCall, run: readonly WriteCall[]): FlatRun {
	const values: unknown[] = [];
	for (const call of run) values.push(call.id, call.byteCount, ...call.args);
	return { group, name, width: 2 + args.length, values };
}

export function unpackCalls(posted: PostedCalls): WriteCall[] {
	const calls: WriteCall[] = [];
	for (const part of posted) {
		if (typeof part === 'string') {
			const run: readonly PackedCall[] = JSON.parse(part);
			for (const [id, group, name, byteCount, args] of run) calls.push({ id, group, name, args, byteCount });
		} else if ('values' in part) unpackFlatRun(part, calls);
		else calls.push(part);
	}
	return calls;
}

function unpackFlatRun({ group, name, width, values }: FlatRun, calls: WriteCall[]): void {
	for (let start = 0; start < values.length; start += width) {
		const [id, byteCount] = [values[start] as number, values[start + 1] as number];
		calls.push({ id, group, name, args: values.slice(start + 2, start + width), byteCount });
	}
}

/** The write that comes most: its arguments are scalars, and always as many. */
export function isFlatWrite(group: WriteCall['group'], name: string): boolean {
	return group === 'events' && name === 'recordValuesOfItem';
}

/** The write of items, whose arguments and results are many small objects. */
export function isItemWrite(group: WriteCall['group'], name: string): boolean {
	return group === 'items' && name === 'write';
}

/** The answers of these calls, which stand at the same places. */
export function packAnswers(calls: readonly WriteCall[], answers: readonly WriteAnswer[]): PostedAnswers {
	const values: unknown[] = [];
	const texts: (number | string)[] = [];
	const errors: PostedAnswers['errors'][number][] = [];
	for (const [index, answer] of answers.entries()) {
		const { group, name } = calls[index] as WriteCall;
		if ('error' in answer) errors.push(answer);
		else if (isItemWrite(group, name) && isShort(answer.value)) texts.push(answer.id, JSON.stringify(answer.value));
		else values.push(answer.id, answer.value);
	}
	return { values, texts, errors };
}

/** Whether results of a write are without the texts of items. */
function isShort(value: unknown): boolean {
	return typeof value === 'string' || (value as readonly ItemWriteResult[]).every(({ text }) => text === undefined);
}

/** First those with a value, then those with an error; ids say whose they are. */
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
