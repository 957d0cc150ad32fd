/** Where an item is in the results, and why. */
import type { FunctionComponent } from 'preact';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Engine } from '../../shell/engines.tsx';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { AbsenceReasons } from './absence-reasons.tsx';
import { ComparedResults } from './compared-results.tsx';
import { MatchedWords } from './matched-words.tsx';
import { ScoreParts } from './score-parts.tsx';
import type { SearchState } from './search-state.ts';
import { useExplanation } from './use-explanation.ts';
import type { ExplainedItem } from './wire.ts';

export interface WhyDialogProps {
	readonly engine: Engine;
	readonly state: SearchState;
	readonly onClose: () => void;
}

export const WhyDialog: FunctionComponent<WhyDialogProps> = ({ engine, state, onClose }) => {
	const { texts } = useLocale();
	const explanation = useExplanation({ engine, state, item: state.item, isWanted: true });
	return (
		<Dialog title={texts.preview.explanation} closeText={texts.shell.close} onClose={onClose} isWide>
			<WhenLoaded loaded={explanation} area="search_settings">
				{({ items, total_found: total }) =>
					items.map((item) => <ItemReasons key={item.dfid} item={item} total={total} />)
				}
			</WhenLoaded>
		</Dialog>
	);
};

const ItemReasons: FunctionComponent<{ readonly item: ExplainedItem; readonly total: number }> = ({ item, total }) => {
	const { texts, fill, number } = useLocale();
	const { result, absent, state, rank = 0 } = item;
	const values = { rank: number(rank), total: number(total) };
	const where = {
		listed: fill(texts.preview.isListed, values),
		out_of_reach: fill(texts.preview.isOutOfReach, values),
		absent: texts.preview.isAbsent,
	}[state];
	return (
		<section class="stack preview-why">
			<div class="stack tight">
				<h3 dir="auto">{item.title || item.id || texts.preview.noTitle}</h3>
				<p class="row">
					<strong class={state === 'listed' ? 'tag good' : 'tag warning'}>{where}</strong>
					{item.id !== undefined && <code dir="auto">{item.id}</code>}
				</p>
			</div>
			{item.reasons.length > 0 && <AbsenceReasons reasons={item.reasons} document={absent} />}
			{result !== undefined && <ScoreParts result={result} />}
			<MatchedWords document={result ?? absent} />
			<ComparedResults compared={item.compared} />
		</section>
	);
};
