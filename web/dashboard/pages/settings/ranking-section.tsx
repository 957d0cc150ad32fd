/** What decides the order of results besides words: what shoppers do, which fields count how much, and popularity. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { useLocale } from '../../shell/texts.tsx';
import { FieldWeights } from './field-weights.tsx';
import { Interleaving } from './interleaving.tsx';
import type { SectionProps } from './settings-rules.ts';
import { SwitchField } from './switch-field.tsx';

export const RankingSection: FunctionComponent<SectionProps> = (props) => (
	<>
		<Learning {...props} />
		<Interleaving {...props} />
		<FieldWeights engine={props.engine} />
	</>
);

const Learning: FunctionComponent<SectionProps> = ({ draft, isReadOnly }) => {
	const { texts, percent } = useLocale();
	const id = useId();
	const t = texts.settings.ranking;
	const { learning, learning_strength: strength } = draft.current;
	return (
		<section class="card stack">
			<h2>{t.learningTitle}</h2>
			<SwitchField
				label={t.learning}
				hint={t.learningHint}
				isOn={learning}
				isDisabled={isReadOnly}
				onChange={(isOn) => draft.edit({ learning: isOn })}
			/>
			{learning && (
				<div class="field">
					<label class="label" for={id}>
						{t.strength}
					</label>
					<div class="slider">
						<input
							id={id}
							type="range"
							min={0}
							max={1}
							step={0.05}
							value={strength}
							disabled={isReadOnly}
							aria-describedby={`${id}-hint`}
							aria-valuetext={percent(strength)}
							onInput={({ currentTarget }) => draft.edit({ learning_strength: currentTarget.valueAsNumber })}
						/>
						<output for={id}>{percent(strength)}</output>
					</div>
					<p class="hint" id={`${id}-hint`}>
						{t.strengthHint}
					</p>
				</div>
			)}
		</section>
	);
};
