/** The rules of a widget as a form, in the order in which they apply. */
import type { FunctionComponent } from 'preact';
import { Field } from '../../../ui/field.tsx';
import { ListInput } from '../../../ui/list-input.tsx';
import { useEngines } from '../../shell/engines.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { BoostList } from './boost-list.tsx';
import { ConditionList } from './condition-list.tsx';
import { DiversityList } from './diversity-list.tsx';
import { FallbackFields } from './fallback-fields.tsx';
import { KindSelect } from './kind-select.tsx';
import { NumberField } from './number-field.tsx';
import type { RulesPartProps } from './rules-part.ts';

export const RulesForm: FunctionComponent<RulesPartProps> = (props) => {
	const texts = useLocale().texts.recommendations;
	return (
		<>
			<section class="card stack">
				<h2>{texts.basics}</h2>
				<Basics {...props} />
			</section>
			<section class="card stack">
				<h2>{texts.limits}</h2>
				<Limits {...props} />
			</section>
			<section class="card stack">
				<h2>{texts.order}</h2>
				<Order {...props} />
			</section>
			<section class="card stack">
				<h2>{texts.otherwise}</h2>
				<FallbackFields {...props} />
			</section>
		</>
	);
};

const Basics: FunctionComponent<RulesPartProps> = ({ rules, onChange, findProblem, isDisabled }) => {
	const { texts } = useLocale();
	const { recommendations, shell } = texts;
	const { value: engines = [] } = useEngines();
	return (
		<>
			<KindSelect kind={rules.kind} onChange={(kind) => onChange({ kind })} isDisabled={isDisabled} />
			<div class="columns">
				<Field label={recommendations.title} hint={recommendations.titleHint} problem={findProblem('title')}>
					<input
						value={rules.title ?? ''}
						disabled={isDisabled}
						onInput={({ currentTarget }) => onChange({ title: currentTarget.value || null })}
					/>
				</Field>
				<NumberField
					label={recommendations.results}
					value={rules.results}
					problem={findProblem('results')}
					isDisabled={isDisabled}
					onChange={(results) => onChange({ results: results ?? 1 })}
				/>
			</div>
			<Field label={recommendations.engine} problem={findProblem('hashid')}>
				<select
					value={rules.hashid ?? ''}
					disabled={isDisabled}
					onChange={({ currentTarget }) => onChange({ hashid: currentTarget.value || null })}
				>
					<option value="">{recommendations.engineAny}</option>
					{engines.map(({ hashid, name }) => (
						<option key={hashid} value={hashid}>
							{name}
						</option>
					))}
				</select>
			</Field>
			<ListInput
				label={recommendations.index}
				entries={rules.index}
				problem={findProblem('index')}
				onChange={(index) => onChange({ index })}
				addText={shell.add}
				toRemoveText={useRemoveText()}
				isDisabled={isDisabled}
			/>
		</>
	);
};

const switches = ['same_category', 'hide_out_of_stock', 'hide_in_cart', 'hide_bought'] as const;

const Limits: FunctionComponent<RulesPartProps> = (props) => {
	const { rules, onChange, findProblem, isDisabled } = props;
	const { texts } = useLocale();
	const { recommendations, shell } = texts;
	const labels = {
		same_category: recommendations.sameCategory,
		hide_out_of_stock: recommendations.hideOutOfStock,
		hide_in_cart: recommendations.hideInCart,
		hide_bought: recommendations.hideBought,
	};
	const conditionsOf = (name: 'filter' | 'exclude') => (
		<ConditionList
			label={recommendations[name]}
			conditions={rules[name]}
			problem={findProblem(name)}
			isDisabled={isDisabled}
			onChange={(conditions) => onChange({ [name]: conditions })}
		/>
	);
	return (
		<>
			{switches.map((name) => (
				<label key={name} class="check">
					<input
						type="checkbox"
						checked={rules[name]}
						disabled={isDisabled}
						onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
					/>
					{labels[name]}
				</label>
			))}
			<PriceBand {...props} />
			{conditionsOf('filter')}
			{conditionsOf('exclude')}
			<ListInput
				label={recommendations.banned}
				hint={recommendations.bannedHint}
				entries={rules.banned}
				problem={findProblem('banned')}
				onChange={(banned) => onChange({ banned })}
				addText={shell.add}
				toRemoveText={useRemoveText()}
				isDisabled={isDisabled}
			/>
			<DiversityList {...props} />
		</>
	);
};

const PriceBand: FunctionComponent<RulesPartProps> = ({ rules, onChange, findProblem, isDisabled }) => {
	const texts = useLocale().texts.recommendations;
	const band = rules.price_band ?? { min: null, max: null };
	const change = (next: Partial<typeof band>) => {
		const changed = { ...band, ...next };
		onChange({ price_band: changed.min === null && changed.max === null ? null : changed });
	};
	return (
		<fieldset disabled={isDisabled}>
			<legend class="label">{texts.priceBand}</legend>
			<div class="columns">
				<NumberField
					label={texts.bandMin}
					value={band.min}
					problem={findProblem('price_band')}
					onChange={(min) => change({ min })}
				/>
				<NumberField label={texts.bandMax} value={band.max} onChange={(max) => change({ max })} />
			</div>
		</fieldset>
	);
};

const Order: FunctionComponent<RulesPartProps> = (props) => {
	const { rules, onChange, findProblem, isDisabled } = props;
	const { texts } = useLocale();
	const { recommendations, shell } = texts;
	return (
		<>
			<ListInput
				label={recommendations.pinned}
				hint={recommendations.pinnedHint}
				entries={rules.pinned}
				problem={findProblem('pinned')}
				onChange={(pinned) => onChange({ pinned })}
				addText={shell.add}
				toRemoveText={useRemoveText()}
				isDisabled={isDisabled}
			/>
			<BoostList {...props} />
			{rules.kind === 'new_arrivals' && (
				<Field label={recommendations.newestBy} hint={recommendations.newestByHint} problem={findProblem('newest_by')}>
					<input
						value={rules.newest_by ?? ''}
						disabled={isDisabled}
						onInput={({ currentTarget }) => onChange({ newest_by: currentTarget.value || null })}
					/>
				</Field>
			)}
		</>
	);
};

function useRemoveText(): (name: string) => string {
	const { texts, fill } = useLocale();
	return (name) => fill(texts.recommendations.removeEntry, { name });
}
