/**
 * How many cases a property is tried with that does not say so itself. Loaded before the unit tests, which are to be over
 * in a moment; a file that is run by itself has the 100 of fast-check.
 */
import fc from 'fast-check';
import { chooseLength } from './test-length.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: chooseLength(25, 300) });
