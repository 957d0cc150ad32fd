import type { Texts } from '../texts.ts';

export const health: Texts['health'] = {};
