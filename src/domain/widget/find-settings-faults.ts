import { toFaults } from '../../lib/fail-faults.ts';
import type { Fault } from '../../lib/failure.ts';
import { findNameProblem } from '../account/display-name.ts';
import { filtersMax } from '../query/query-limits.ts';
import type { WidgetSettings } from './widget-settings.ts';

/** Faults of settings whose parts are each well formed, under the names of the admin API. */
export function findSettingsFaults(settings: WidgetSettings): Fault[] {
	const { title, filters, excludes, priceBand, pinnedIds, bannedIds } = settings;
	const banned = new Set(bannedIds);
	const both = pinnedIds.find((id) => banned.has(id));
	return [
		...toFaults('title', title === null ? undefined : findNameProblem(title)),
		...toFaults('price_band', priceBand === null ? undefined : findBandProblem(priceBand)),
		...toFaults(
			'filter',
			filters.length + excludes.length > filtersMax ? `and exclude have more than ${filtersMax} fields` : undefined,
		),
		...toFaults('pinned', both === undefined ? undefined : `has the item ${both.slice(0, 100)}, which is banned`),
	];
}

function findBandProblem({ ratioMin, ratioMax }: NonNullable<WidgetSettings['priceBand']>): string | undefined {
	if (ratioMin === null && ratioMax === null) return 'must have min or max';
	return ratioMin !== null && ratioMax !== null && ratioMin > ratioMax ? 'min must not be above max' : undefined;
}
