/** The settings that a trial shows the effect of. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { ApiError } from '../../shell/api-error.ts';
import { useLocale } from '../../shell/texts.tsx';
import type { Draft, SettingsChange } from './draft.ts';
import type { ReadLines } from './synonym-lines.ts';

export interface DraftFormProps {
	readonly draft: Draft;
	readonly change: SettingsChange;
	readonly lines: ReadLines;
	/** Why the last trial was refused. */
	readonly error: unknown;
	readonly onChange: (draft: Draft) => void;
}

export const DraftForm: FunctionComponent<DraftFormProps> = ({ draft, change, lines, error, onChange }) => {
	const { texts, percent } = useLocale();
	const problem = useSynonymProblem(lines, error);
	return (
		<section class="card stack" aria-label={texts.preview.draft}>
			<h2>{texts.preview.draft}</h2>
			<Field
				label={<Label text={texts.preview.synonyms} isChanged={change.synonyms !== undefined} />}
				hint={texts.preview.synonymsHint}
				problem={problem}
			>
				<textarea
					class="mono"
					rows={6}
					dir="auto"
					spellcheck={false}
					value={draft.synonymText}
					onInput={({ currentTarget }) => onChange({ ...draft, synonymText: currentTarget.value })}
				/>
			</Field>
			<label class="check">
				<input
					type="checkbox"
					checked={draft.out_of_stock_last}
					onChange={({ currentTarget }) => onChange({ ...draft, out_of_stock_last: currentTarget.checked })}
				/>
				<Label text={texts.preview.stockLast} isChanged={change.out_of_stock_last !== undefined} />
			</label>
			<label class="check">
				<input
					type="checkbox"
					checked={draft.learning}
					onChange={({ currentTarget }) => onChange({ ...draft, learning: currentTarget.checked })}
				/>
				<Label text={texts.preview.learning} isChanged={change.learning !== undefined} />
			</label>
			<Field
				label={<Label text={texts.preview.learningStrength} isChanged={change.learning_strength !== undefined} />}
				hint={percent(draft.learning_strength)}
			>
				<input
					type="range"
					min={0}
					max={1}
					step={0.05}
					disabled={!draft.learning}
					value={draft.learning_strength}
					aria-valuetext={percent(draft.learning_strength)}
					onInput={({ currentTarget }) => onChange({ ...draft, learning_strength: Number(currentTarget.value) })}
				/>
			</Field>
		</section>
	);
};

const Label: FunctionComponent<{ readonly text: string; readonly isChanged: boolean }> = ({ text, isChanged }) => {
	const { texts } = useLocale();
	return (
		<span>
			{text} {isChanged && <span class="tag warning">{texts.preview.changed}</span>}
		</span>
	);
};

/** What is wrong with a line: found while it is typed, or by the server, which names the rule. */
function useSynonymProblem(lines: ReadLines, error: unknown): string | undefined {
	const { texts, fill } = useLocale();
	const sentences = {
		emptySide: texts.preview.synonymEmptySide,
		twoArrows: texts.preview.synonymTwoArrows,
		oneWord: texts.preview.synonymOneWord,
	};
	if (lines.problem !== undefined) {
		const { line, kind } = lines.problem;
		return fill(texts.preview.synonymProblem, { line, problem: sentences[kind] });
	}
	const problems = error instanceof ApiError ? error.problems : [];
	const found = problems.find(({ name }) => name.startsWith('settings.synonyms'));
	if (found === undefined) return undefined;
	const [, rule] = /^settings\.synonyms\.(\d+)/.exec(found.name) ?? [];
	const line = rule === undefined ? undefined : lines.lines[Number(rule)];
	return line === undefined ? found.reason : fill(texts.preview.synonymProblem, { line, problem: found.reason });
}
