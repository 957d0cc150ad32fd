import type { ProductKind } from '../product-kind.ts';
import { audio } from './audio.ts';
import { kitchen } from './kitchen.ts';
import { living } from './living.ts';
import { outdoorClothing } from './outdoor-clothing.ts';
import { outdoorGear } from './outdoor-gear.ts';
import { running } from './running.ts';

/** Everything the demo shop sells. */
export const productKinds: readonly ProductKind[] = [
	...outdoorGear,
	...outdoorClothing,
	...running,
	...kitchen,
	...living,
	...audio,
];
