/** What is shown where the kind finds nothing: other kinds, in an order. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';
import type { RulesPartProps } from './rules-part.ts';
import { type WidgetKind, widgetKinds } from './widget.ts';

export const FallbackFields: FunctionComponent<RulesPartProps> = (props) => {
	const { rules, onChange, isDisabled } = props;
	const texts = useLocale().texts.recommendations;
	const isOwn = rules.fallback_chain !== null;
	return (
		<>
			<label class="check">
				<input
					type="checkbox"
					checked={rules.fallback}
					disabled={isDisabled}
					onChange={({ currentTarget }) => onChange({ fallback: currentTarget.checked })}
				/>
				{texts.fallback}
			</label>
			{rules.fallback && (
				<fieldset disabled={isDisabled}>
					<legend class="label">{texts.chain}</legend>
					<label class="check">
						<input type="radio" name="chain" checked={!isOwn} onChange={() => onChange({ fallback_chain: null })} />
						{texts.chainDefault}
					</label>
					<label class="check">
						<input type="radio" name="chain" checked={isOwn} onChange={() => onChange({ fallback_chain: [] })} />
						{texts.chainOwn}
					</label>
					{isOwn && <Chain {...props} />}
				</fieldset>
			)}
		</>
	);
};

const Chain: FunctionComponent<RulesPartProps> = ({ rules, onChange, findProblem }) => {
	const { texts, fill } = useLocale();
	const { recommendations } = texts;
	const chain = rules.fallback_chain ?? [];
	const others = widgetKinds.filter((kind) => kind !== rules.kind && !chain.includes(kind));
	const problem = findProblem('fallback_chain');
	const change = (next: readonly WidgetKind[]) => onChange({ fallback_chain: next });
	const swap = (index: number, other: number) => {
		const [a, b] = [chain[index], chain[other]];
		if (a !== undefined && b !== undefined) change(chain.with(index, b).with(other, a));
	};
	return (
		<>
			<ol class="chain">
				{chain.map((kind, index) => {
					const name = recommendations.kinds[kind];
					return (
						<li key={kind} class="row">
							<span class="grow">{name}</span>
							<button
								type="button"
								class="quiet"
								disabled={index === 0}
								aria-label={fill(recommendations.up, { name })}
								onClick={() => swap(index, index - 1)}
							>
								<Icon name="up" size={18} />
							</button>
							<button
								type="button"
								class="quiet"
								disabled={index === chain.length - 1}
								aria-label={fill(recommendations.down, { name })}
								onClick={() => swap(index, index + 1)}
							>
								<Icon name="down" size={18} />
							</button>
							<button
								type="button"
								class="quiet"
								aria-label={fill(recommendations.removeEntry, { name })}
								onClick={() => change(chain.toSpliced(index, 1))}
							>
								<Icon name="remove" size={18} />
							</button>
						</li>
					);
				})}
			</ol>
			{problem !== undefined && <p class="problem">{problem}</p>}
			<div class="row">
				{others.map((kind) => (
					<button key={kind} type="button" class="button small" onClick={() => change([...chain, kind])}>
						<Icon name="plus" size={16} />
						{recommendations.kinds[kind]}
					</button>
				))}
			</div>
		</>
	);
};
