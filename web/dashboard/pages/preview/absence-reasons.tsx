/** Why an item is no result: each reason holds by itself. */
import type { FunctionComponent } from 'preact';
import { Icon } from '../../../ui/icon.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useValueText } from './describe-value.ts';
import type { ExplainedDocument, Reason } from './wire.ts';

export interface AbsenceReasonsProps {
	readonly reasons: readonly Reason[];
	/** What the item has of the query, where it is known. */
	readonly document: ExplainedDocument | undefined;
}

export const AbsenceReasons: FunctionComponent<AbsenceReasonsProps> = ({ reasons, document }) => {
	const { texts } = useLocale();
	const describe = useReasonText(document);
	return (
		<div class="stack tight">
			<h4>{texts.preview.reasons}</h4>
			{reasons.length > 1 && <p class="hint">{texts.preview.reasonsHint}</p>}
			<ul class="stack tight">
				{reasons.map((reason, index) => (
					<li key={index} class="preview-reason">
						<Icon name="warning" size={16} />
						<span>{describe(reason)}</span>
					</li>
				))}
			</ul>
		</div>
	);
};

function useReasonText(document: ExplainedDocument | undefined): (reason: Reason) => string {
	const { texts, fill, percent } = useLocale();
	const toValueText = useValueText();
	const { reason: sentences } = texts.preview;
	return (reason) => {
		const { kind, message, field = '', text = '', leader } = reason;
		if (kind === 'words') {
			const words = document?.missing.join(', ') ?? '';
			return words === '' || document?.words.length === 0 ? sentences.wordsNone : fill(sentences.words, { words });
		}
		const sentence = Object.entries(sentences).find(([name]) => name === kind)?.[1];
		// A server that is newer than this page may know further kinds.
		if (sentence === undefined) return message;
		return fill(sentence, {
			...{ field, text },
			wanted: toValueText(reason.wanted),
			found: toValueText(reason.found ?? []),
			leader: leader?.id ?? '',
			share: percent(document?.share ?? null),
		});
	};
}
