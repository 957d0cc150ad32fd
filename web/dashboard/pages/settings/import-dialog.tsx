/** Rules from a file or a text, shown before they are taken. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { addRules, readRules } from './synonym-rules.ts';
import type { SynonymRule } from './wire.ts';

export interface ImportDialogProps {
	readonly rules: readonly SynonymRule[];
	readonly onImport: (rules: readonly SynonymRule[]) => void;
	readonly onClose: () => void;
}

/** More than any list that the server takes. */
const fileBytesMax = 16 * 1024 ** 2;
const refusedShown = 5;

export const ImportDialog: FunctionComponent<ImportDialogProps> = ({ rules, onImport, onClose }) => {
	const { texts } = useLocale();
	const t = texts.settings.synonyms;
	const [text, setText] = useState('');
	const [isReplacing, setReplacing] = useState(false);
	const [problem, setProblem] = useState<string>();
	const close = useAskedClose(text.trim() !== '', onClose);
	const read = readRules(text);
	const imported = isReplacing ? addRules([], read.rules) : addRules(rules, read.rules);

	async function readFile(file: File | undefined): Promise<void> {
		const isTooLarge = file !== undefined && file.size > fileBytesMax;
		setProblem(isTooLarge ? t.tooLarge : undefined);
		if (file !== undefined && !isTooLarge) setText(await file.text());
	}

	return (
		<Dialog title={t.importTitle} closeText={texts.shell.cancel} onClose={close}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					if (read.rules.length === 0) return setProblem(t.noRules);
					onImport(imported);
					onClose();
				}}
			>
				<Field label={t.file} hint={t.fileHint} problem={problem}>
					<input
						type="file"
						accept=".csv,.json,.txt,text/csv,application/json,text/plain"
						onChange={({ currentTarget }) => void readFile(currentTarget.files?.[0])}
					/>
				</Field>
				<Field label={t.orText} hint={t.orTextHint}>
					<textarea
						dir="auto"
						class="mono"
						rows={5}
						value={text}
						onInput={({ currentTarget }) => setText(currentTarget.value)}
					/>
				</Field>
				<label class="check">
					<input
						type="checkbox"
						checked={isReplacing}
						onChange={({ currentTarget }) => setReplacing(currentTarget.checked)}
					/>
					{t.replaceAll}
				</label>
				{text.trim() !== '' && (
					<ImportOutcome read={read} listed={imported.length} known={isReplacing ? 0 : rules.length} />
				)}
				<div class="actions">
					<button type="button" class="button" onClick={close}>
						{texts.shell.cancel}
					</button>
					<button type="submit" class="button strong">
						{t.take}
					</button>
				</div>
			</form>
		</Dialog>
	);
};

interface ImportOutcomeProps {
	readonly read: ReturnType<typeof readRules>;
	/** Rules that there will be, and those before. */
	readonly listed: number;
	readonly known: number;
}

const ImportOutcome: FunctionComponent<ImportOutcomeProps> = ({ read: { rules, refused }, listed, known }) => {
	const { texts, fill, fillCount, number } = useLocale();
	const t = texts.settings.synonyms;
	const repeated = rules.length - (listed - known);
	return (
		<Notice kind={refused.length > 0 ? 'warning' : 'info'}>
			<p>
				{fillCount(t.read, rules.length)} {repeated > 0 && fillCount(t.repeated, repeated)}
			</p>
			{refused.length > 0 && (
				<>
					<p>{fillCount(t.refused, refused.length)}</p>
					<ul>
						{refused.slice(0, refusedShown).map(({ at, text }) => (
							<li key={at}>{fill(t.refusedLine, { line: number(at), text: text.slice(0, 80) })}</li>
						))}
					</ul>
				</>
			)}
		</Notice>
	);
};
