/** What becomes of items that are out of stock. */
import type { FunctionComponent } from 'preact';
import { type ApiAnswer, callForAnswer, toPath } from '../../shell/call-api.ts';
import { WhenLoaded } from '../../shell/page-states.tsx';
import { mayRead, mayWrite, useSession } from '../../shell/session.tsx';
import { useLocale } from '../../shell/texts.tsx';
import { useLoaded } from '../../shell/use-loaded.ts';
import { SaveBar } from './save-bar.tsx';
import { type SectionProps, toMemberRules } from './settings-rules.ts';
import { SwitchField } from './switch-field.tsx';
import { useDraft } from './use-draft.ts';
import type { IndexWithOptions } from './wire.ts';

/** As deployed clients name it. */
const excludingOption = 'exclude_out_of_stock_items';

export const StockSection: FunctionComponent<SectionProps> = ({ engine, draft, isReadOnly }) => {
	const { texts } = useLocale();
	const { session } = useSession();
	const t = texts.settings.stock;
	return (
		<>
			<section class="card stack">
				<h2>{t.title}</h2>
				<SwitchField
					label={t.last}
					hint={t.lastHint}
					isOn={draft.current.out_of_stock_last}
					isDisabled={isReadOnly}
					onChange={(isOn) => draft.edit({ out_of_stock_last: isOn })}
				/>
			</section>
			{mayRead(session, 'catalogue') && (
				<section class="card stack">
					<div>
						<h2>{t.excluded}</h2>
						<p class="muted">{t.excludedHint}</p>
					</div>
					{engine.indices?.map(({ name }) => (
						<LoadedIndex key={name} hashid={engine.hashid} name={name} />
					))}
				</section>
			)}
		</>
	);
};

interface IndexProps {
	readonly hashid: string;
	readonly name: string;
}

const LoadedIndex: FunctionComponent<IndexProps> = ({ hashid, name }) => {
	const path = toPath`/search_engines/${hashid}/indices/${name}`;
	const loaded = useLoaded((signal) => callForAnswer<IndexWithOptions>(path, { signal }), path);
	return (
		<WhenLoaded loaded={loaded} area="catalogue">
			{(answer) => <ExcludingSwitch path={path} answer={answer} onAnswer={loaded.replace} />}
		</WhenLoaded>
	);
};

interface ExcludingSwitchProps {
	readonly path: string;
	readonly answer: ApiAnswer<IndexWithOptions>;
	readonly onAnswer: (answer: ApiAnswer<IndexWithOptions>) => void;
}

const ExcludingSwitch: FunctionComponent<ExcludingSwitchProps> = ({ path, answer, onAnswer }) => {
	const { texts, fill } = useLocale();
	const { session } = useSession();
	const draft = useDraft(answer, toMemberRules<IndexWithOptions>(path), onAnswer);
	const { name, options } = draft.current;
	const t = texts.settings.stock;
	return (
		<>
			<SwitchField
				label={fill(t.excludeFrom, { index: name })}
				hint={t.excludeHint}
				isOn={options[excludingOption] === true}
				isDisabled={!mayWrite(session, 'catalogue')}
				onChange={(isOn) => draft.edit({ options: { ...options, [excludingOption]: isOn } })}
			/>
			<SaveBar draft={draft} label={fill(t.unsaved, { index: name })} />
		</>
	);
};
