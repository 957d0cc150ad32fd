/** What is said of a field: each property as inferred, or as somebody says. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { type ApiAnswer, callForAnswer } from '../../../shell/call-api.ts';
import { isSame } from '../../../shell/is-same.ts';
import { useLocale } from '../../../shell/texts.tsx';
import { showToast } from '../../../shell/toasts.tsx';
import { useAskedClose } from '../../../shell/use-asked-close.ts';
import { useSaving } from '../../../shell/use-saving.ts';
import { ChangedMeanwhile } from '../changed-meanwhile.tsx';
import { type FieldDraft, toBody, toDraft } from './field-draft.ts';
import { facets, type IndexSchema, popularityBests, roles, type SchemaField } from './schema-wire.ts';

export interface FieldDialogProps {
	/** Of the schema. */
	readonly path: string;
	readonly version: string | undefined;
	readonly field: SchemaField;
	readonly isReadOnly: boolean;
	readonly onChanged: (answer: ApiAnswer<IndexSchema>) => void;
	readonly onClose: () => void;
}

export const FieldDialog: FunctionComponent<FieldDialogProps> = (props) => {
	const { path, version, field, isReadOnly, onChanged, onClose } = props;
	const { texts, fill } = useLocale();
	const { schema } = texts.catalogue;
	const initial = toDraft(field.override);
	const [draft, setDraft] = useState<FieldDraft>(initial);
	const saving = useSaving(schema.saved);
	const close = useAskedClose(!isSame(draft, initial), onClose);
	const findProblem = (name: string) => saving.findProblem(`fields.${field.name}.${name}`) ?? saving.findProblem(name);
	const send = (said: object | null, ifMatch?: string) =>
		callForAnswer<IndexSchema>(path, { method: 'PATCH', body: { fields: { [field.name]: said } }, ifMatch });
	const save = async (said: object | null, ifMatch: string | undefined) => {
		const isSaved = await saving.save(async () => onChanged(await send(said, ifMatch)));
		if (!isSaved) return;
		onClose();
		if (said !== null) return;
		const onUndo = () => void send(toBody(initial)).then(onChanged, () => showToast(failure));
		const failure = { kind: 'error', text: texts.shell.notSaved, onUndo } as const;
		showToast({ kind: 'done', text: fill(schema.takenBack, { name: field.name }), onUndo });
	};
	return (
		<Dialog title={field.name} closeText={texts.shell.close} onClose={close}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					void save(toBody(draft), version);
				}}
			>
				<p class="muted">{schema.dialogHint}</p>
				{isReadOnly && <Notice kind="info">{texts.shell.readOnly}</Notice>}
				{saving.message !== undefined && !saving.isConflict && <Notice kind="error">{saving.message}</Notice>}
				<fieldset disabled={isReadOnly}>
					<DraftFields field={field} draft={draft} onChange={setDraft} findProblem={findProblem} />
				</fieldset>
				<div class="row spread">
					<button
						type="button"
						class="button danger"
						disabled={isReadOnly || field.override === null || saving.isSaving}
						onClick={() => void save(null, version)}
					>
						{schema.takeBack}
					</button>
					<button type="submit" class="button strong" disabled={isReadOnly || saving.isSaving}>
						{saving.isSaving ? texts.shell.saving : texts.shell.save}
					</button>
				</div>
			</form>
			{saving.isConflict && (
				<ChangedMeanwhile<IndexSchema>
					path={path}
					mine={toBody(draft)}
					toCompared={({ fields }) => fields.find(({ name }) => name === field.name)?.override ?? null}
					onKeepMine={(theirs) => void save(toBody(draft), theirs.version)}
					onTakeTheirs={(theirs) => {
						onChanged(theirs);
						onClose();
					}}
					onClose={saving.reset}
				/>
			)}
		</Dialog>
	);
};

interface DraftFieldsProps {
	readonly field: SchemaField;
	readonly draft: FieldDraft;
	readonly onChange: (draft: FieldDraft) => void;
	readonly findProblem: (name: string) => string | undefined;
}

const DraftFields: FunctionComponent<DraftFieldsProps> = ({ field, draft, onChange, findProblem }) => {
	const { texts, fill, number } = useLocale();
	const { schema } = texts.catalogue;
	const inferred = field.inferred ?? field;
	const auto = (value: string) => fill(schema.auto, { value });
	const set = (part: Partial<FieldDraft>) => onChange({ ...draft, ...part });
	const yesNo = [
		{ value: 'true', text: schema.yes },
		{ value: 'false', text: schema.no },
	];
	const toYesNo = (value: boolean) => (value ? schema.yes : schema.no);
	const choice = (name: keyof FieldDraft, options: readonly Option[]) => (
		<Field label={schema[name]} hint={schema.hints[name]} problem={findProblem(name)}>
			<select value={draft[name]} onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}>
				{options.map(({ value, text }) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</select>
		</Field>
	);
	const text = (name: 'weight' | 'popularity', placeholder: string) => (
		<Field label={schema[name]} hint={schema.hints[name]} problem={findProblem(name)}>
			<input
				value={draft[name]}
				placeholder={placeholder}
				autocomplete="off"
				onInput={({ currentTarget }) => set({ [name]: currentTarget.value })}
			/>
		</Field>
	);
	const none = (value: string) => ({ value: '', text: auto(value) });
	return (
		<>
			{choice('role', [
				none(schema.roles[inferred.role]),
				...roles.map((value) => ({ value, text: schema.roles[value] })),
			])}
			{text('weight', auto(inferred.weight === null ? '–' : number(inferred.weight)))}
			<div class="pair">
				{choice('searchable', [none(toYesNo(inferred.searchable)), ...yesNo])}
				{choice('filterable', [none(toYesNo(inferred.filterable)), ...yesNo])}
			</div>
			{choice('facet', [
				none(inferred.facet === null ? '–' : schema.facets[inferred.facet]),
				...facets.map((value) => ({ value, text: schema.facets[value] })),
			])}
			{choice('ignored', [none(schema.no), ...yesNo])}
			<div class="pair">
				{text('popularity', auto('0'))}
				{choice('popularity_best', [
					none(schema.bests.highest),
					...popularityBests.map((value) => ({ value, text: schema.bests[value] })),
				])}
			</div>
		</>
	);
};

interface Option {
	readonly value: string;
	readonly text: string;
}
