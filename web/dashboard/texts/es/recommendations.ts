import type { Texts } from '../texts.ts';

export const recommendations: Texts['recommendations'] = {};
