/** The settings that a trial shows the effect of. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { ApiError, type FieldProblem } from '../../shell/api-error.ts';
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

export const DraftForm: FunctionComponent<DraftFormProps> = (props) => {
	const { draft, change, lines, error, onChange } = props;
	const { texts } = useLocale();
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
					rows={5}
					dir="auto"
					spellcheck={false}
					value={draft.synonyms}
					onInput={({ currentTarget }) => onChange({ ...draft, synonyms: currentTarget.value })}
				/>
			</Field>
			<WordsField {...props} name="stop_words" label={texts.preview.stopWords} hint={texts.preview.stopWordsHint} />
			<WordsField {...props} name="exact_words" label={texts.preview.exactWords} hint={texts.preview.exactWordsHint} />
			<CheckField {...props} name="typo_tolerance" label={texts.preview.typoTolerance} />
			<CheckField {...props} name="out_of_stock_last" label={texts.preview.stockLast} />
			<CheckField {...props} name="learning" label={texts.preview.learning} />
			<StrengthField {...props} />
		</section>
	);
};

interface NamedFieldProps<Name extends keyof Draft> extends DraftFormProps {
	readonly name: Name;
	readonly label: string;
}

const CheckField: FunctionComponent<NamedFieldProps<'typo_tolerance' | 'out_of_stock_last' | 'learning'>> = ({
	draft,
	change,
	name,
	label,
	onChange,
}) => (
	<label class="check">
		<input
			type="checkbox"
			checked={draft[name]}
			onChange={({ currentTarget }) => onChange({ ...draft, [name]: currentTarget.checked })}
		/>
		<Label text={label} isChanged={change[name] !== undefined} />
	</label>
);

interface WordsFieldProps extends NamedFieldProps<'stop_words' | 'exact_words'> {
	readonly hint: string;
}

const WordsField: FunctionComponent<WordsFieldProps> = ({ draft, change, error, name, label, hint, onChange }) => (
	<Field
		label={<Label text={label} isChanged={change[name] !== undefined} />}
		hint={hint}
		problem={findProblem(error, name)?.reason}
	>
		<input
			dir="auto"
			spellcheck={false}
			autocomplete="off"
			value={draft[name]}
			onInput={({ currentTarget }) => onChange({ ...draft, [name]: currentTarget.value })}
		/>
	</Field>
);

const StrengthField: FunctionComponent<DraftFormProps> = ({ draft, change, onChange }) => {
	const { texts, percent } = useLocale();
	const strength = draft.learning_strength;
	return (
		<Field
			label={<Label text={texts.preview.learningStrength} isChanged={change.learning_strength !== undefined} />}
			hint={percent(strength)}
		>
			<input
				type="range"
				min={0}
				max={1}
				step={0.05}
				disabled={!draft.learning}
				value={strength}
				aria-valuetext={percent(strength)}
				onInput={({ currentTarget }) => onChange({ ...draft, learning_strength: Number(currentTarget.value) })}
			/>
		</Field>
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
	const found = findProblem(error, 'synonyms');
	if (found === undefined) return undefined;
	const [, rule] = /^settings\.synonyms\.(\d+)/.exec(found.name) ?? [];
	const line = rule === undefined ? undefined : lines.lines[Number(rule)];
	return line === undefined ? found.reason : fill(texts.preview.synonymProblem, { line, problem: found.reason });
}

/** What the server says is wrong with a setting of a trial. */
function findProblem(error: unknown, setting: keyof Draft): FieldProblem | undefined {
	const problems = error instanceof ApiError ? error.problems : [];
	return problems.find(({ name }) => name.startsWith(`settings.${setting}`));
}
