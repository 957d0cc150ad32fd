import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { NumberField } from './number-field.tsx';
import { RuleRows } from './rule-rows.tsx';
import type { RulesPartProps } from './rules-part.ts';

/** Fields of whose values only so many products are shown. */
export const DiversityList: FunctionComponent<RulesPartProps> = ({ rules, onChange, findProblem, isDisabled }) => {
	const texts = useLocale().texts.recommendations;
	return (
		<RuleRows
			label={texts.diversity}
			problem={findProblem('diversity')}
			rows={rules.diversity}
			addText={texts.addDiversity}
			newRow={{ field: '', max: 2 }}
			toName={({ field }) => field}
			isDisabled={isDisabled}
			onChange={(diversity) => onChange({ diversity })}
			render={(row, change) => (
				<>
					<Field label={texts.field}>
						<input value={row.field} onInput={({ currentTarget }) => change({ field: currentTarget.value })} />
					</Field>
					<NumberField label={texts.most} value={row.max} onChange={(max) => change({ max: max ?? 1 })} />
				</>
			)}
		/>
	);
};
