/**
 * Calls and their answers on the way between threads.
 *
 *     calls    [call, '[[7,"events","recordMany",912,[…]],[8,…]]', call]     a run of calls whose arguments are text is
 *                                                                            one text
 *     answers  { values: [7, 'recorded', 8, 'recorded'], texts: [9, '[{"id":…}]'], errors: [] }
 *
 * A message costs some microseconds, and each object in it one more: events come by the thousand a second, so what they
 * take is counted.
 */
import type { ItemWriteResult } from '../../domain/item/item.ts';
import type { WriteAnswer, WriteCall } from './write-group.ts';

export type PostedCalls = readonly (WriteCall | string)[];

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
	const posted: (WriteCall | string)[] = [];
	let run = '';
	for (const call of calls) {
		const { id, group, name, args, byteCount } = call;
		if (typeof args === 'string') {
			run += `${run === '' ? '[' : ','}[${id},"${group}","${name}",${byteCount},${args}]`;
			continue;
		}
		if (run !== '') posted.push(`${run}]`);
		run = '';
		posted.push(call);
	}
	if (run !== '') posted.push(`${run}]`);
	return posted;
}

export function unpackCalls(posted: PostedCalls): WriteCall[] {
	const calls: WriteCall[] = [];
	for (const part of posted) {
		if (typeof part !== 'string') calls.push(part);
		else {
			const run: readonly PackedCall[] = JSON.parse(part);
			for (const [id, group, name, byteCount, args] of run) calls.push({ id, group, name, args, byteCount });
		}
	}
	return calls;
}

/** The write of items, whose arguments and results are many small objects. */
export function isItemWrite(group: WriteCall['group'], name: string): boolean {
	return group === 'items' && name === 'write';
}

/** @param count of `calls`, from `start` on, whose answers stand at the same places. */
export function packAnswers(
	calls: readonly WriteCall[],
	answers: readonly WriteAnswer[],
	{ start, count }: { readonly start: number; readonly count: number },
): PostedAnswers {
	const values: unknown[] = [];
	const texts: (number | string)[] = [];
	const errors: PostedAnswers['errors'][number][] = [];
	for (let index = start; index < start + count; index += 1) {
		const answer = answers[index] as WriteAnswer;
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
