/** The search engines of the account, and the one that is chosen: by `engine` in the address, or else the last one here. */
import { type ComponentChildren, createContext, type FunctionComponent } from 'preact';
import { useContext } from 'preact/hooks';
import { Field } from '../../ui/field.tsx';
import { callApi } from './call-api.ts';
import { EmptyState, WhenLoaded } from './page-states.tsx';
import { readPreference, writePreference } from './preferences.ts';
import { PageLink, useRouter } from './router.tsx';
import { useLocale } from './texts.tsx';
import { type Loaded, useLoaded } from './use-loaded.ts';

/** As the management API says it. */
export interface Engine {
	readonly hashid: string;
	readonly name: string;
	readonly language?: string | null;
	readonly currency?: string | null;
	readonly sector?: string | null;
	readonly store_id?: string | null;
	readonly indices?: readonly { readonly name: string }[];
}

const EnginesContext = createContext<Loaded<readonly Engine[]> | undefined>(undefined);

export const EnginesProvider: FunctionComponent<{ readonly children: ComponentChildren }> = ({ children }) => {
	const engines = useLoaded((signal) => callApi<readonly Engine[]>('/search_engines', { signal }), 'all');
	return <EnginesContext.Provider value={engines}>{children}</EnginesContext.Provider>;
};

export function useEngines(): Loaded<readonly Engine[]> {
	const engines = useContext(EnginesContext);
	if (engines === undefined) throw new Error('a component of the dashboard stands outside of its engines');
	return engines;
}

/** The chosen engine; undefined until the list is there, and where it is empty. */
export function useEngine(): Engine | undefined {
	const { value: engines = [] } = useEngines();
	const { query } = useRouter();
	const wanted = query.get('engine') ?? readPreference('engine');
	return engines.find(({ hashid }) => hashid === wanted) ?? engines[0];
}

export interface EnginePickerProps {
	/** Whether the address is as good for another engine; otherwise, what it says about the one before is left out. */
	readonly keepsPage?: boolean;
}

/** Chooses another engine. */
export const EnginePicker: FunctionComponent<EnginePickerProps> = ({ keepsPage = false }) => {
	const { texts } = useLocale();
	const { value: engines = [], isLoading } = useEngines();
	const engine = useEngine();
	const { names, go, changeQuery } = useRouter();
	// It keeps its room while the list is asked for, so that the menu below it does not move.
	if (engine === undefined)
		return isLoading ? (
			<Field label={texts.shell.engine}>
				<select disabled />
			</Field>
		) : null;
	return (
		<Field label={texts.shell.engine}>
			<select
				value={engine.hashid}
				onChange={({ currentTarget }) => {
					const { value } = currentTarget;
					const isChosen = keepsPage || go(names[0] ?? '', { engine: value });
					if (isChosen) writePreference('engine', value);
					else currentTarget.value = engine.hashid;
					if (keepsPage) changeQuery({ engine: value });
				}}
			>
				{engines.map(({ hashid, name }) => (
					<option key={hashid} value={hashid}>
						{name}
					</option>
				))}
			</select>
		</Field>
	);
};

export interface WithEngineProps {
	/** Called with the chosen engine; its content begins anew with another engine if it has a `key`. */
	readonly children: (engine: Engine) => ComponentChildren;
}

/** For pages about one engine: where there is none, the way to the first. */
export const WithEngine: FunctionComponent<WithEngineProps> = ({ children }) => {
	const { texts } = useLocale();
	const engine = useEngine();
	return (
		<WhenLoaded loaded={useEngines()}>
			{() =>
				engine === undefined ? (
					<EmptyState icon="catalogue" title={texts.shell.noEngines} hint={texts.shell.noEnginesHint}>
						<PageLink class="button strong" to="catalogue">
							{texts.shell.toCatalogue}
						</PageLink>
					</EmptyState>
				) : (
					children(engine)
				)
			}
		</WhenLoaded>
	);
};
