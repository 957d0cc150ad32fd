/**
 * How much may a thread take for objects that are young? Each has two spaces for them, which V8 sizes by the memory of the
 * machine and does not give back while there is work.
 *
 * The option `--max-semi-space-size` of the command line is for the main thread: V8 would take it for all threads, and
 * not look at limits of their own.
 */
import { setFlagsFromString } from 'node:v8';

/** `resourceLimits` of a thread that is about to be started. @param spaceMb of each space. */
export function limitYoungObjects(spaceMb: 2 | 8 | 16): { readonly maxYoungGenerationSizeMb: number } {
	// The main thread has read it when it started.
	setFlagsFromString('--max-semi-space-size=0');
	// V8 counts a third space, for large objects.
	return { maxYoungGenerationSizeMb: 3 * spaceMb };
}
