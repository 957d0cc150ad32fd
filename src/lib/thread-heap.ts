/**
 * How much memory may a thread take for young objects? Each thread has two spaces for them, which V8 sizes by the
 * memory of the machine and does not shrink while there is work.
 *
 * The command-line option `--max-semi-space-size` is meant for the main thread: V8 would apply it to all threads and
 * ignore their own limits.
 *
 * Without these limits, a server that imports 60,000 items twice has a peak of 553 MB instead of 501
 * (`npm run bench -- workarounds --only memory`).
 */
import { setFlagsFromString } from 'node:v8';

/** The `resourceLimits` of a thread that is about to start. @param spaceMb of each space */
export function limitYoungObjects(spaceMb: 2 | 8 | 16): { readonly maxYoungGenerationSizeMb: number } {
	// The main thread has read the option when it started.
	setFlagsFromString('--max-semi-space-size=0');
	// V8 counts a third space, for large objects.
	return { maxYoungGenerationSizeMb: 3 * spaceMb };
}
