import type { Texts } from '../texts.ts';

export const preview: Texts['preview'] = {};
