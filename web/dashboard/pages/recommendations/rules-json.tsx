/** The rules as JSON, for what is quicker to paste than to click. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { WidgetRules } from './widget.ts';

export interface RulesJsonProps {
	readonly rules: WidgetRules;
	readonly onChange: (rules: WidgetRules) => void;
	readonly isDisabled: boolean;
}

export const RulesJson: FunctionComponent<RulesJsonProps> = ({ rules, onChange, isDisabled }) => {
	const { texts, fill } = useLocale();
	const [text, setText] = useState(() => JSON.stringify(rules, null, 2));
	const [problem, setProblem] = useState<string>();
	function change(next: string): void {
		setText(next);
		try {
			const value: unknown = JSON.parse(next);
			if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('{ … }');
			setProblem(undefined);
			onChange({ ...rules, ...value });
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			setProblem(fill(texts.recommendations.badJson, { reason }));
		}
	}
	return (
		<Field label={texts.recommendations.jsonLabel} problem={problem}>
			<textarea
				class="mono"
				rows={24}
				spellcheck={false}
				dir="ltr"
				disabled={isDisabled}
				value={text}
				onInput={({ currentTarget }) => change(currentTarget.value)}
			/>
		</Field>
	);
};
