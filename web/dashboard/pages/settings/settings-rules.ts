/** How search settings are changed: member by member. */
import { toPath } from '../../shell/call-api.ts';
import type { Engine } from '../../shell/engines.tsx';
import { isSame } from '../../shell/is-same.ts';
import type { Draft, DraftRules } from './use-draft.ts';
import type { SearchSettings, SettingsChange } from './wire.ts';

export type SettingsDraft = Draft<SearchSettings, SettingsChange>;

export interface SectionProps {
	readonly engine: Engine;
	readonly draft: SettingsDraft;
	/** Whether controls are switched off. */
	readonly isReadOnly: boolean;
}

export function toSettingsPath(hashid: string): string {
	return toPath`/search_engines/${hashid}/search_settings`;
}

export function toSettingsRules(hashid: string): DraftRules<SearchSettings, SettingsChange> {
	return toMemberRules(toSettingsPath(hashid));
}

/** Of a thing whose changes name members of it. */
export function toMemberRules<T extends object>(path: string): DraftRules<T, Partial<T>> {
	const pick = (thing: T, change: Partial<T>) =>
		Object.fromEntries(Object.keys(change).map((name) => [name, thing[name as keyof T]])) as Partial<T>;
	return {
		path,
		toBody: (change) => change,
		apply: (saved, change) => ({ ...saved, ...change }),
		tidy(saved, change) {
			const entries = Object.entries(change).filter(([name, value]) => !isSame(value, saved[name as keyof T]));
			return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<T>);
		},
		toUndo: pick,
		pick,
	};
}
