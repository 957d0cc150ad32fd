/** A facet: its field, how its values are counted, how many are shown, and which they are now. */
import type { FunctionComponent } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { type Facet, type FacetAnswer, type FacetType, facetTypes } from './wire.ts';

export interface FacetRowProps {
	readonly facet: Facet;
	readonly answer: FacetAnswer | undefined;
	/** Whether answers are known. */
	readonly isAnswered: boolean;
	readonly isReadOnly: boolean;
	readonly isFirst: boolean;
	readonly isLast: boolean;
	readonly problem: string | undefined;
	readonly dragState: 'dragged' | 'over' | undefined;
	readonly onMove: (step: 1 | -1) => void;
	readonly onChange: (facet: Facet) => void;
	readonly onRemove: () => void;
	readonly onDragStart: () => void;
	readonly onDragOver: () => void;
	readonly onDrop: () => void;
	readonly onDragEnd: () => void;
}

export const FacetRow: FunctionComponent<FacetRowProps> = (props) => {
	const { facet, answer, isAnswered, isReadOnly, problem, dragState } = props;
	const { texts, fill } = useLocale();
	const t = texts.settings.facets;
	return (
		<li
			class={dragState}
			data-field={facet.field}
			draggable={!isReadOnly}
			onDragStart={(event) => {
				event.dataTransfer?.setData('text/plain', facet.field);
				props.onDragStart();
			}}
			onDragOver={(event) => {
				event.preventDefault();
				props.onDragOver();
			}}
			onDrop={(event) => {
				event.preventDefault();
				props.onDrop();
			}}
			onDragEnd={props.onDragEnd}
		>
			<div class="facet-head">
				{!isReadOnly && (
					<span class="handle">
						<Icon name="drag" />
					</span>
				)}
				<bdi class="facet-name">{facet.field}</bdi>
				{isReadOnly && <span class="tag">{t.types[facet.type]}</span>}
			</div>
			{!isReadOnly && <FacetControls {...props} />}
			<FacetValues answer={answer} isAnswered={isAnswered} />
			{problem !== undefined && <p class="problem">{problem}</p>}
			{!isReadOnly && (
				<div class="row-actions">
					<MoveButton
						label={fill(t.up, { name: facet.field })}
						step={-1}
						isDisabled={props.isFirst}
						onMove={props.onMove}
					/>
					<MoveButton
						label={fill(t.down, { name: facet.field })}
						step={1}
						isDisabled={props.isLast}
						onMove={props.onMove}
					/>
					<button
						type="button"
						class="quiet"
						aria-label={fill(texts.settings.removeOne, { name: facet.field })}
						onClick={props.onRemove}
					>
						<Icon name="remove" size={18} />
					</button>
				</div>
			)}
		</li>
	);
};

interface MoveButtonProps {
	readonly label: string;
	readonly step: 1 | -1;
	readonly isDisabled: boolean;
	readonly onMove: (step: 1 | -1) => void;
}

const MoveButton: FunctionComponent<MoveButtonProps> = ({ label, step, isDisabled, onMove }) => (
	<button
		type="button"
		class="quiet"
		data-step={step}
		aria-label={label}
		disabled={isDisabled}
		onClick={() => onMove(step)}
	>
		<Icon name={step === 1 ? 'down' : 'up'} size={18} />
	</button>
);

const sizeMax = 50;

const FacetControls: FunctionComponent<FacetRowProps> = ({ facet, onChange }) => {
	const { texts, fill } = useLocale();
	const id = useId();
	const t = texts.settings.facets;
	return (
		<span class="facet-controls">
			<select
				aria-label={fill(t.typeOf, { name: facet.field })}
				value={facet.type}
				onChange={({ currentTarget }) => onChange({ ...facet, type: currentTarget.value as FacetType })}
			>
				{facetTypes.map((type) => (
					<option key={type} value={type}>
						{t.types[type]}
					</option>
				))}
			</select>
			{facet.type !== 'range' && (
				<span class="facet-size">
					<label for={id} class="muted">
						{t.size}
					</label>
					<input
						id={id}
						type="number"
						min={1}
						max={sizeMax}
						value={facet.size}
						onChange={({ currentTarget }) => {
							const size = currentTarget.valueAsNumber;
							if (Number.isInteger(size)) onChange({ ...facet, size });
						}}
					/>
				</span>
			)}
		</span>
	);
};

const valuesShown = 6;

const FacetValues: FunctionComponent<Pick<FacetRowProps, 'answer' | 'isAnswered'>> = ({ answer, isAnswered }) => {
	const { texts, fill, number } = useLocale();
	const t = texts.settings.facets;
	if (!isAnswered) return <p class="facet-values muted">…</p>;
	if (answer === undefined || answer.doc_count === 0) return <p class="facet-values muted">{t.noValues}</p>;
	const { range, terms } = answer;
	if (range !== undefined) {
		return <p class="facet-values muted">{fill(t.fromTo, { from: number(range.min), to: number(range.max) })}</p>;
	}
	return (
		<ul class="facet-values">
			{terms?.items.slice(0, valuesShown).map(({ name, count }) => (
				<li key={String(name)}>
					<bdi>{String(name)}</bdi> <span class="muted">{number(count)}</span>
				</li>
			))}
		</ul>
	);
};
