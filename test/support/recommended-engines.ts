/** The search engines around which `event-writing-process.ts` records events. */
import { sampleEngine } from '../contract/sample-data.ts';

export const recommendedHashids = [1, 2, 3].map((number) => sampleEngine(number).hashid);
