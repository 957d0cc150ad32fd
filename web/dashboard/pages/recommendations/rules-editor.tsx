/** The rules of a widget, as a form or as JSON, beside what they would show. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type ApiAnswer, callForAnswer, toPath } from '../../shell/call-api.ts';
import { ConflictDialog } from '../../shell/conflict-dialog.tsx';
import { useUnsavedGuard } from '../../shell/router.tsx';
import { mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { showToast } from '../../shell/toasts.tsx';
import { type Saving, useSaving } from '../../shell/use-saving.ts';
import { RulesForm } from './rules-form.tsx';
import { RulesJson } from './rules-json.tsx';
import { dropUnfinished, findChanges, toRules, type Widget, type WidgetRules } from './widget.ts';
import { WidgetPreview } from './widget-preview.tsx';

export interface RulesEditorProps {
	readonly answer: ApiAnswer<Widget>;
	readonly onSaved: (answer: ApiAnswer<Widget>) => void;
}

interface Draft {
	readonly name: string;
	readonly rules: WidgetRules;
}

export const RulesEditor: FunctionComponent<RulesEditorProps> = ({ answer, onSaved }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const stored = answer.value;
	const [draft, setDraft] = useState<Draft>(() => ({ name: stored.name, rules: toRules(stored) }));
	const [isJson, setJson] = useState(false);
	const saving = useSaving();
	const rules = dropUnfinished(draft.rules);
	const changes = findChanges({ ...toRules(stored), name: stored.name }, { ...rules, name: draft.name });
	const isChanged = Object.keys(changes).length > 0;
	const isDisabled = !mayWrite(session, 'recommendations');
	useUnsavedGuard(isChanged, texts.shell.unsaved);
	const show = (next: ApiAnswer<Widget>) => {
		setDraft({ name: next.value.name, rules: toRules(next.value) });
		onSaved(next);
	};
	const { save, takeBack } = useChanges({ answer, saving, show });
	const changeRules = (next: Partial<WidgetRules>) =>
		setDraft((before) => ({ ...before, rules: { ...before.rules, ...next } }));
	return (
		<div class="editor">
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					if (isChanged) void save(changes);
				}}
			>
				{isDisabled && <Notice kind="info">{texts.shell.readOnly}</Notice>}
				{saving.message !== undefined && !saving.isConflict && <Notice kind="error">{saving.message}</Notice>}
				<div class="row">
					<div class="grow">
						<Field label={texts.recommendations.name} problem={saving.findProblem('name')}>
							<input
								value={draft.name}
								disabled={isDisabled}
								onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
							/>
						</Field>
					</div>
					<ViewSwitch isJson={isJson} onChange={setJson} />
				</div>
				{isJson ? (
					<RulesJson
						rules={draft.rules}
						onChange={(next) => setDraft({ ...draft, rules: next })}
						isDisabled={isDisabled}
					/>
				) : (
					<RulesForm
						rules={draft.rules}
						onChange={changeRules}
						findProblem={saving.findProblem}
						isDisabled={isDisabled}
					/>
				)}
				{!isDisabled && (
					<div class="save-bar actions">
						<button type="button" class="button" disabled={!isChanged} onClick={() => show(answer)}>
							{texts.recommendations.discard}
						</button>
						<button type="submit" class="button strong" disabled={!isChanged || saving.isSaving}>
							{texts.shell.save}
						</button>
					</div>
				)}
			</form>
			<WidgetPreview widget={stored} rules={rules} />
			{saving.isConflict && (
				<Conflict
					id={stored.id}
					mine={{ ...rules, name: draft.name }}
					saving={saving}
					show={show}
					onKeep={takeBack}
					changes={changes}
				/>
			)}
		</div>
	);
};

interface ChangesOptions {
	readonly answer: ApiAnswer<Widget>;
	readonly saving: Saving;
	readonly show: (answer: ApiAnswer<Widget>) => void;
}

/** Saves changes of the version that is shown; afterwards a note offers the way back. */
function useChanges({ answer, saving, show }: ChangesOptions) {
	const { texts } = useLocale();
	const send = (body: object, ifMatch: string | undefined) =>
		callForAnswer<Widget>(toPath`/widgets/${answer.value.id}`, { method: 'PATCH', body, ifMatch });

	async function takeBack(body: object, ifMatch: string | undefined): Promise<void> {
		await saving.save(async () => show(await send(body, ifMatch)));
	}

	async function save(changes: Partial<WidgetRules> & { readonly name?: string }): Promise<void> {
		const before: object = answer.value;
		const previous = Object.fromEntries(Object.entries(before).filter(([name]) => name in changes));
		let saved: ApiAnswer<Widget> | undefined;
		await saving.save(async () => {
			saved = await send(changes, answer.version);
			show(saved);
		});
		const { version } = saved ?? {};
		if (saved === undefined) return;
		showToast({ kind: 'done', text: texts.shell.saved, onUndo: () => void takeBack(previous, version) });
	}
	return { save, takeBack };
}

interface ConflictProps {
	readonly id: string;
	readonly mine: object;
	readonly changes: object;
	readonly saving: Saving;
	readonly show: (answer: ApiAnswer<Widget>) => void;
	readonly onKeep: (changes: object, version: string | undefined) => Promise<void>;
}

const Conflict: FunctionComponent<ConflictProps> = ({ id, mine, changes, saving, show, onKeep }) => {
	const [theirs, setTheirs] = useState<ApiAnswer<Widget>>();
	const [isAsked, setAsked] = useState(false);
	if (!isAsked) {
		setAsked(true);
		void callForAnswer<Widget>(toPath`/widgets/${id}`).then(setTheirs, saving.reset);
	}
	if (theirs === undefined) return null;
	return (
		<ConflictDialog
			mine={mine}
			theirs={{ ...toRules(theirs.value), name: theirs.value.name }}
			onKeepMine={() => onKeep(changes, theirs.version)}
			onTakeTheirs={() => {
				saving.reset();
				show(theirs);
			}}
			onClose={saving.reset}
		/>
	);
};

const ViewSwitch: FunctionComponent<{ readonly isJson: boolean; readonly onChange: (isJson: boolean) => void }> = ({
	isJson,
	onChange,
}) => {
	const texts = useLocale().texts.recommendations;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a group of buttons, of which one is pressed.
		<div class="row" role="group" aria-label={texts.rulesView}>
			<button type="button" class="button small" aria-pressed={!isJson} onClick={() => onChange(false)}>
				{texts.asForm}
			</button>
			<button type="button" class="button small" aria-pressed={isJson} onClick={() => onChange(true)}>
				{texts.asJson}
			</button>
		</div>
	);
};
