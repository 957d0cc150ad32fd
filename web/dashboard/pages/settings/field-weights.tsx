/** What the words of each field weigh, and which numbers make items popular: in the schema of an index. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callForAnswer } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { mayRead, mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { Popularity } from './popularity.tsx';
import { SaveBar } from './save-bar.tsx';
import { toSchemaRules } from './schema-rules.ts';
import { useDraft } from './use-draft.ts';
import { toSchemaPath } from './use-fields.ts';
import { WeightTable } from './weight-table.tsx';
import type { IndexSchema } from './wire.ts';

export const FieldWeights: FunctionComponent<{ readonly engine: Engine }> = ({ engine }) => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const names = (engine.indices ?? []).map(({ name }) => name);
	const [chosen, setChosen] = useState(names[0]);
	const t = texts.settings.weights;
	const isAllowed = mayRead(session, 'catalogue');
	return (
		<section class="card stack">
			<div>
				<h2>{t.title}</h2>
				<p class="muted">{t.hint}</p>
			</div>
			{!isAllowed && <p class="muted">{fill(texts.shell.noRightHint, { area: texts.shell.areas.catalogue })}</p>}
			{names.length === 0 && <p class="muted">{t.noIndex}</p>}
			{names.length > 1 && (
				<Field label={t.index}>
					<select value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
						{names.map((name) => (
							<option key={name} value={name}>
								{name}
							</option>
						))}
					</select>
				</Field>
			)}
			{isAllowed && chosen !== undefined && <LoadedSchema key={chosen} hashid={engine.hashid} indexName={chosen} />}
		</section>
	);
};

interface SchemaProps {
	readonly hashid: string;
	readonly indexName: string;
}

const LoadedSchema: FunctionComponent<SchemaProps> = (props) => {
	const path = toSchemaPath(props.hashid, props.indexName);
	const loaded = useLoaded((signal) => callForAnswer<IndexSchema>(path, { signal }), path);
	return (
		<WhenLoaded loaded={loaded} area="catalogue">
			{(answer) => <Schema {...props} answer={answer} onAnswer={loaded.replace} />}
		</WhenLoaded>
	);
};

interface LoadedProps extends SchemaProps {
	readonly answer: ApiAnswer<IndexSchema>;
	readonly onAnswer: (answer: ApiAnswer<IndexSchema>) => void;
}

const Schema: FunctionComponent<LoadedProps> = ({ hashid, indexName, answer, onAnswer }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const draft = useDraft(answer, toSchemaRules(hashid, indexName), onAnswer);
	const isReadOnly = !mayWrite(session, 'catalogue');
	const t = texts.settings.weights;
	return (
		<>
			{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
			{answer.value.state === 'rebuilding' && <Notice kind="info">{t.rebuilding}</Notice>}
			<WeightTable draft={draft} isReadOnly={isReadOnly} />
			<Popularity draft={draft} isReadOnly={isReadOnly} />
			<SaveBar draft={draft} label={t.unsaved} />
		</>
	);
};
