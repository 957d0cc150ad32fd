import type { Texts } from '../texts.ts';

export const statistics: Texts['statistics'] = {};
