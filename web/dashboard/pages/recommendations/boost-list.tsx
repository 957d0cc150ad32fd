import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { NumberField } from './number-field.tsx';
import { RuleRows } from './rule-rows.tsx';
import type { RulesPartProps } from './rules-part.ts';

/** Values whose products are lifted or lowered. */
export const BoostList: FunctionComponent<RulesPartProps> = ({ rules, onChange, findProblem, isDisabled }) => {
	const texts = useLocale().texts.recommendations;
	return (
		<RuleRows
			label={texts.boosts}
			hint={texts.boostsHint}
			problem={findProblem('boosts')}
			rows={rules.boosts}
			addText={texts.addBoost}
			newRow={{ field: '', value: '', factor: 2 }}
			toName={({ field, value }) => `${field} ${value}`}
			isDisabled={isDisabled}
			onChange={(boosts) => onChange({ boosts })}
			render={(row, change) => (
				<>
					<Field label={texts.field}>
						<input value={row.field} onInput={({ currentTarget }) => change({ field: currentTarget.value })} />
					</Field>
					<Field label={texts.value}>
						<input value={row.value} onInput={({ currentTarget }) => change({ value: currentTarget.value })} />
					</Field>
					<NumberField label={texts.factor} value={row.factor} onChange={(factor) => change({ factor: factor ?? 1 })} />
				</>
			)}
		/>
	);
};
