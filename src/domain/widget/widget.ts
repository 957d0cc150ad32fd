import type { WidgetKind } from './widget-kind.ts';
import type { WidgetSettings } from './widget-settings.ts';

/** A recommendation widget; its id is the credential of the recommendations API. */
export interface Widget {
	/** A UUID in lower case. */
	readonly id: string;
	readonly storeId: string;
	readonly name: string;
	readonly createdAtMs: number;
	readonly kind: WidgetKind;
	readonly settings: WidgetSettings;
}

/** The kind of widgets that were created without one. */
export const defaultWidgetKind: WidgetKind = 'similar';
export const widgetsPerStoreMax = 1000;
