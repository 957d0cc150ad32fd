/** Which facets stand beside results, in which order, and what they show. */
import type { FunctionComponent } from 'preact';
import { EmptyState } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { AddFacet } from './add-facet.tsx';
import { toListedFacet, useFacetAnswers } from './facet-answers.ts';
import { FacetList } from './facet-list.tsx';
import type { SectionProps } from './settings-rules.ts';
import { useFields } from './use-fields.ts';
import type { Facet } from './wire.ts';

export const FacetsSection: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts } = useLocale();
	const { current, saved } = draft;
	const { facets } = current;
	const fields = useFields(engine);
	// What Vitrine chooses is known from a search that names no facets, as long as no others are saved.
	const answers = useFacetAnswers(engine.hashid, facets ?? (saved.facets === null ? 'usual' : []));
	const t = texts.settings.facets;
	const change = (next: readonly Facet[] | null) => draft.edit({ facets: next });
	const usual = answers?.map(toListedFacet) ?? [];
	return (
		<section class="card stack">
			<div>
				<h2>{t.title}</h2>
				<p class="muted">{t.hint}</p>
			</div>
			<fieldset>
				<legend class="label">{t.which}</legend>
				<label class="check">
					<input
						type="radio"
						name="facets"
						checked={facets === null}
						disabled={isReadOnly}
						onChange={() => change(null)}
					/>
					{t.usual}
				</label>
				<label class="check">
					<input
						type="radio"
						name="facets"
						checked={facets !== null}
						disabled={isReadOnly}
						onChange={() => change(saved.facets ?? usual)}
					/>
					{t.own}
				</label>
			</fieldset>
			{facets?.length === 0 && <EmptyState icon="settings" title={t.none} hint={t.noneHint} />}
			{(facets ?? usual).length > 0 && (
				<FacetList
					facets={facets ?? usual}
					answers={answers}
					isReadOnly={isReadOnly || facets === null}
					findProblem={(index) => draft.saving.findProblem(`facets.${index}`)}
					onChange={change}
				/>
			)}
			{facets !== null && (
				<AddFacet
					fields={fields}
					facets={facets}
					isReadOnly={isReadOnly}
					onAdd={(facet) => change([...facets, facet])}
				/>
			)}
		</section>
	);
};
