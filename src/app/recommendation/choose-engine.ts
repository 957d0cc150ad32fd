/**
 * Which of the store's search engines does a widget recommend from? The first of these that exists:
 *
 *     the request's hashid  →  the request's language  →  the widget's own  →  the store's default one  →  its first
 *
 * Search engines are read for every call and hardly ever change: the caller keeps them.
 */
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { failField, type Result, succeed } from '../../lib/failure.ts';
import type { WidgetWithStore } from '../../ports/store-repository.ts';
import type { WidgetRequest } from './recommendation.ts';

/** `invalid` for a hashid that is not in the store; undefined when the store has no search engine. */
export type ChooseEngine = (
	found: WidgetWithStore,
	request: Pick<WidgetRequest, 'hashid' | 'language'>,
) => Promise<Result<SearchEngineWithIndices | undefined>>;

/** @param listEngines of an account; the same list as long as nothing has changed */
export function createEngineChooser(
	listEngines: (accountId: string) => Promise<readonly SearchEngineWithIndices[] | undefined>,
): ChooseEngine {
	/** Those of a list by their store. */
	const byStore = new WeakMap<object, Map<string | null, SearchEngineWithIndices[]>>();

	async function listOfStore({ store }: WidgetWithStore): Promise<readonly SearchEngineWithIndices[]> {
		const engines = (await listEngines(store.accountId)) ?? [];
		const grouped = byStore.get(engines) ?? Map.groupBy(engines, ({ storeId }) => storeId);
		byStore.set(engines, grouped);
		return grouped.get(store.id) ?? [];
	}

	return async (found, { hashid, language }) => {
		const engines = await listOfStore(found);
		const find = (wanted: string | null) => engines.find((engine) => engine.hashid === wanted);
		if (hashid !== null) {
			const named = find(hashid);
			return named === undefined ? failField('hashid', "is not a search engine of the widget's store") : succeed(named);
		}
		const spoken = language === null ? undefined : findByLanguage(engines, language);
		const own = find(found.widget.settings.hashid);
		return succeed(spoken ?? own ?? engines.find(({ isDefault }) => isDefault) ?? engines[0]);
	};
}

/** The whole locale counts more than the language alone, and the default engine more than the others. */
function findByLanguage(
	engines: readonly SearchEngineWithIndices[],
	asked: string,
): SearchEngineWithIndices | undefined {
	const ordered = [...engines].sort((a, b) => Number(b.isDefault) - Number(a.isDefault));
	const wanted = toTag(asked);
	return (
		ordered.find(({ locale }) => toTag(locale) === wanted) ??
		ordered.find(({ locale }) => toPrimary(toTag(locale)) === toPrimary(wanted))
	);
}

function toTag(locale: string): string {
	return locale.trim().toLowerCase().replaceAll('_', '-');
}

function toPrimary(tag: string): string {
	return tag.split('-')[0] ?? tag;
}
