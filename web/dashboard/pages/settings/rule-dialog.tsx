/** Writes a rule, or writes it anew. */
import type { FunctionComponent } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { isSame } from '../../shell/is-same.ts';
import { useLocale } from '../../shell/texts.tsx';
import { useAskedClose } from '../../shell/use-asked-close.ts';
import { listFound, listTyped, splitPhrases, toRuleKey } from './synonym-rules.ts';
import type { SynonymRule } from './wire.ts';

export interface RuleDialogProps {
	readonly rules: readonly SynonymRule[];
	/** Of the rule that is changed; undefined for another one. */
	readonly index: number | undefined;
	/** What shoppers type, to begin with. */
	readonly typed: string | undefined;
	readonly onSave: (rule: SynonymRule) => void;
	readonly onClose: () => void;
}

interface Problems {
	readonly typed?: string;
	readonly found?: string;
}

export const RuleDialog: FunctionComponent<RuleDialogProps> = ({ rules, index, typed = '', onSave, onClose }) => {
	const { texts } = useLocale();
	const t = texts.settings.synonyms;
	const before = index === undefined ? undefined : rules[index];
	const first = {
		isTwoWay: before === undefined ? typed === '' : 'words' in before,
		typedText: before === undefined ? typed : listTyped(before).join('\n'),
		foundText: before === undefined ? '' : listFound(before).join('\n'),
	};
	const [isTwoWay, setTwoWay] = useState(first.isTwoWay);
	const [typedText, setTyped] = useState(first.typedText);
	const [foundText, setFound] = useState(first.foundText);
	const [problems, setProblems] = useState<Problems>({});
	const close = useAskedClose(!isSame({ isTwoWay, typedText, foundText }, first), onClose);

	function save(): void {
		const rule = isTwoWay
			? { words: splitPhrases(typedText) }
			: { from: splitPhrases(typedText), to: splitPhrases(foundText) };
		const wrong = findProblems(rule);
		setProblems(wrong);
		if (Object.keys(wrong).length > 0) return;
		onSave(rule);
		onClose();
	}

	function findProblems(rule: SynonymRule): Problems {
		const isTwice = rules.some((other, at) => at !== index && toRuleKey(other) === toRuleKey(rule));
		const typedMin = isTwoWay ? 2 : 1;
		if (listTyped(rule).length < typedMin) return { typed: isTwoWay ? t.needsTwo : t.needsOne };
		if (!isTwoWay && listFound(rule).length === 0) return { found: t.needsOne };
		return isTwice ? { typed: t.isThere } : {};
	}

	return (
		<Dialog title={before === undefined ? t.newRule : t.changeRule} closeText={texts.shell.cancel} onClose={close}>
			<form
				class="stack"
				onSubmit={(event) => {
					event.preventDefault();
					save();
				}}
			>
				<KindChoice isTwoWay={isTwoWay} onChoose={setTwoWay} />
				<Field label={isTwoWay ? t.words : t.from} hint={t.phrasesHint} problem={problems.typed}>
					<textarea
						dir="auto"
						rows={3}
						value={typedText}
						onInput={({ currentTarget }) => setTyped(currentTarget.value)}
					/>
				</Field>
				{!isTwoWay && (
					<Field label={t.to} hint={t.phrasesHint} problem={problems.found}>
						<textarea
							dir="auto"
							rows={3}
							value={foundText}
							onInput={({ currentTarget }) => setFound(currentTarget.value)}
						/>
					</Field>
				)}
				<div class="actions">
					<button type="button" class="button" onClick={close}>
						{texts.shell.cancel}
					</button>
					<button type="submit" class="button strong">
						{before === undefined ? texts.shell.add : t.apply}
					</button>
				</div>
			</form>
		</Dialog>
	);
};

interface KindChoiceProps {
	readonly isTwoWay: boolean;
	readonly onChoose: (isTwoWay: boolean) => void;
}

const KindChoice: FunctionComponent<KindChoiceProps> = ({ isTwoWay, onChoose }) => {
	const { texts } = useLocale();
	const t = texts.settings.synonyms;
	const kinds = [
		{ isTwo: true, label: t.twoWayLong },
		{ isTwo: false, label: t.oneWayLong },
	];
	return (
		<fieldset>
			<legend class="label">{t.kind}</legend>
			{kinds.map(({ isTwo, label }) => (
				<label key={label} class="check">
					<input type="radio" name="kind" checked={isTwoWay === isTwo} onChange={() => onChoose(isTwo)} />
					{label}
				</label>
			))}
		</fieldset>
	);
};
