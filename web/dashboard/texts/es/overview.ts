import type { Texts } from '../texts.ts';

export const overview: Texts['overview'] = {};
