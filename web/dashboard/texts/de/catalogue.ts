import type { Texts } from '../texts.ts';

export const catalogue: Texts['catalogue'] = {};
