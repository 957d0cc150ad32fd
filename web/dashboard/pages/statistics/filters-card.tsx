/** What a report is narrowed by. Each choice goes into the address, and so into the history. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import type { FieldProblem } from '../../shell/api-error.ts';
import type { Engine } from '../../shell/engines.tsx';
import { PeriodFields } from '../../shell/period-fields.tsx';
import { useRouter } from '../../shell/router.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { FilterField } from './filter-field.tsx';
import { type Question, scopes } from './question.ts';
import { type ReportPath, reports } from './reports.ts';

export interface FiltersCardProps {
	readonly path: ReportPath;
	readonly engine: Engine;
	readonly question: Question;
	/** What the server says is wrong. */
	readonly problems: readonly FieldProblem[];
}

export const FiltersCard: FunctionComponent<FiltersCardProps> = (props) => {
	const { path, engine, question, problems } = props;
	const { texts, fillCount } = useLocale();
	const { changeQuery } = useRouter();
	const { filters, required } = reports[path];
	const own = filters.filter((name) => name !== 'device' && name !== required);
	const set = own.filter((name) => name !== 'limit' && question.filters[name] !== undefined);
	const count = set.length;
	// An address may have filters that should be seen; afterwards people decide.
	const [isOpen, setOpen] = useState(count > 0);
	const first = filters.filter((name) => name === 'device' || name === required);
	const findProblem = (name: string) => problems.find((problem) => problem.name.startsWith(name))?.reason;
	return (
		<div class="card stack tight">
			<div class="filters">
				<PeriodFields shown={question} findProblem={findProblem} hasTimeZone={!question.isInUtc} />
				<ScopeField question={question} />
				{first.map((name) => (
					<FilterField
						key={name}
						{...{ name, engine, value: question.filters[name], problem: findProblem(name) }}
						onChange={(value) => changeQuery({ [name]: value })}
					/>
				))}
			</div>
			<label class="check">
				<input
					type="checkbox"
					checked={question.isCompared}
					onChange={({ currentTarget }) => changeQuery({ compare: currentTarget.checked ? 'previous' : undefined })}
				/>
				{texts.statistics.compare}
			</label>
			{own.length > 0 && (
				<details class="more-filters" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
					<summary>
						{count === 0 ? texts.statistics.moreFilters : fillCount(texts.statistics.activeFilters, count)}
					</summary>
					{isOpen && (
						<div class="filters">
							{own.map((name) => (
								<FilterField
									key={name}
									{...{ name, engine, value: question.filters[name], problem: findProblem(name) }}
									onChange={(value) => changeQuery({ [name]: value })}
								/>
							))}
						</div>
					)}
				</details>
			)}
			{count > 0 && (
				<div>
					<button
						type="button"
						class="link"
						onClick={() => changeQuery(Object.fromEntries(set.map((name) => [name, undefined])))}
					>
						{texts.statistics.clearFilters}
					</button>
				</div>
			)}
		</div>
	);
};

const ScopeField: FunctionComponent<{ readonly question: Question }> = ({ question }) => {
	const { texts } = useLocale();
	const { changeQuery } = useRouter();
	return (
		<Field label={texts.statistics.scope}>
			<select value={question.scope} onChange={({ currentTarget }) => changeQuery({ of: currentTarget.value })}>
				{scopes.map((scope) => (
					<option key={scope} value={scope}>
						{texts.statistics.scopes[scope]}
					</option>
				))}
			</select>
		</Field>
	);
};
