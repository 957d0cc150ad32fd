/** Human judgments of a catalogue: which product is how good for which query? */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCsv } from '../src/cli/evaluate/csv.ts';
import type { Judgments } from '../src/domain/evaluation/ranking-metrics.ts';

/** From `judgments.csv` of a folder (query, id, grade 0 … 3), in the order of the file. */
export function readJudgments(folder: string): { readonly text: string; readonly judgments: Judgments }[] {
	const judgments = new Map<string, Map<string, number>>();
	readCsv(readFileSync(join(folder, 'judgments.csv'), 'utf8'), ({ line, fields: [text = '', id = '', grade = ''] }) => {
		if (line === 1) return;
		const ofQuery = judgments.get(text) ?? new Map<string, number>();
		judgments.set(text, ofQuery.set(id, Number(grade)));
	});
	return Array.from(judgments, ([text, ofQuery]) => ({ text, judgments: ofQuery }));
}
