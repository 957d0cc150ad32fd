import type { Texts } from '../texts.ts';

export const profile: Texts['profile'] = {};
