/**
 * Which of the store's search engines does a widget recommend from? The first of these that exists:
 *
 *     the request's hashid  →  the request's language  →  the widget's own  →  the store's default one  →  its first
 *
 * Search engines are read for every call and hardly ever change, so those of a store are cached until something has changed, for
 * a second at most.
 */
import type { SearchEngineWithIndices } from '../../domain/search-engine/search-engine.ts';
import { createCache } from '../../lib/cache.ts';
import { failField, type Result, succeed } from '../../lib/failure.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Invalidation } from '../../ports/invalidation.ts';
import type { SearchEngineRepository } from '../../ports/search-engine-repository.ts';
import type { WidgetWithStore } from '../../ports/store-repository.ts';
import type { WidgetRequest } from './recommendation.ts';

/** `invalid` for a hashid that is not in the store; undefined when the store has no search engine. */
export type ChooseEngine = (
	found: WidgetWithStore,
	request: Pick<WidgetRequest, 'hashid' | 'language'>,
) => Promise<Result<SearchEngineWithIndices | undefined>>;

const ageMsMax = 1000;
const storesMax = 1000;

export function createEngineChooser(
	searchEngines: Pick<SearchEngineRepository, 'list'>,
	{
		monotonicMs,
		readSettingsVersion: readVersion,
	}: Pick<Clock, 'monotonicMs'> & Pick<Invalidation, 'readSettingsVersion'>,
): ChooseEngine {
	let version = readVersion();
	const known = createCache<string, readonly SearchEngineWithIndices[]>({
		entriesMax: storesMax,
		ageMsMax,
		monotonicMs,
	});

	async function listOfStore({ store }: WidgetWithStore): Promise<readonly SearchEngineWithIndices[]> {
		const now = readVersion();
		if (now !== version) known.clear();
		version = now;
		const cached = known.get(store.id);
		if (cached !== undefined) return cached;
		const startMs = monotonicMs();
		const engines = (await searchEngines.list(store.accountId)).filter(({ storeId }) => storeId === store.id);
		if (readVersion() === now) known.set(store.id, engines, monotonicMs() - startMs);
		return engines;
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
