import type { Texts } from '../texts.ts';

export const shop: Texts['shop'] = {};
