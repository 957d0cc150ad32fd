/** Facets in their order: moved by dragging, or by buttons, which say where the facet is now. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocale } from '../../shell/texts.tsx';
import { FacetRow } from './facet-row.tsx';
import type { Facet, FacetAnswer } from './wire.ts';

export interface FacetListProps {
	readonly facets: readonly Facet[];
	readonly answers: readonly FacetAnswer[] | undefined;
	readonly isReadOnly: boolean;
	readonly findProblem: (index: number) => string | undefined;
	readonly onChange: (facets: readonly Facet[]) => void;
}

/** Which button has the focus after a move: that of the same facet, or its other one at an end of the list. */
interface Moved {
	readonly field: string;
	readonly step: 1 | -1;
}

export const FacetList: FunctionComponent<FacetListProps> = ({
	facets,
	answers,
	isReadOnly,
	findProblem,
	onChange,
}) => {
	const { texts, fill, number } = useLocale();
	const [dragged, setDragged] = useState<number>();
	const [over, setOver] = useState<number>();
	const [said, setSaid] = useState('');
	const moved = useRef<Moved | undefined>(undefined);
	const list = useRef<HTMLOListElement>(null);
	useEffect(() => {
		if (moved.current === undefined) return;
		const { field, step } = moved.current;
		moved.current = undefined;
		const row = [...(list.current?.children ?? [])].find((one) => one.getAttribute('data-field') === field);
		const wanted = row?.querySelector<HTMLButtonElement>(`[data-step="${step}"]`);
		const other = row?.querySelector<HTMLButtonElement>(`[data-step="${-step}"]`);
		(wanted?.disabled ? other : wanted)?.focus();
	}, [facets]);

	function move(from: number, to: number): void {
		const facet = facets[from];
		if (facet === undefined || from === to || to < 0 || to >= facets.length) return;
		onChange(facets.toSpliced(from, 1).toSpliced(to, 0, facet));
		const values = { name: facet.field, position: number(to + 1), count: number(facets.length) };
		setSaid(fill(texts.settings.facets.moved, values));
	}

	return (
		<>
			<ol class="facet-list" ref={list} aria-label={texts.settings.facets.title}>
				{facets.map((facet, index) => (
					<FacetRow
						key={facet.field}
						facet={facet}
						answer={answers?.find(({ key }) => key === facet.field)}
						isAnswered={answers !== undefined}
						isReadOnly={isReadOnly}
						isFirst={index === 0}
						isLast={index === facets.length - 1}
						problem={findProblem(index)}
						dragState={dragged === index ? 'dragged' : over === index ? 'over' : undefined}
						onMove={(step) => {
							moved.current = { field: facet.field, step };
							move(index, index + step);
						}}
						onChange={(next) => onChange(facets.with(index, next))}
						onRemove={() => onChange(facets.toSpliced(index, 1))}
						onDragStart={() => setDragged(index)}
						onDragOver={() => setOver(index)}
						onDrop={() => dragged !== undefined && move(dragged, index)}
						onDragEnd={() => {
							setDragged(undefined);
							setOver(undefined);
						}}
					/>
				))}
			</ol>
			<p class="hidden" aria-live="polite">
				{said}
			</p>
		</>
	);
};
