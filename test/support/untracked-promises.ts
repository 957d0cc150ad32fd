/**
 * The test runner follows every promise by `async_hooks`, to know to which test an error belongs that nobody handles. That
 * takes a fifth of the processor time of a server inside a test's process. Loaded before the test files, this leaves out
 * promises: such an error still fails its file, or the unit tests, but only at the end, and without the name of the test.
 */
import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks';

const { createHook } = asyncHooks;

asyncHooks.createHook = (callbacks: HookCallbacks): AsyncHook => createHook({ ...callbacks, trackPromises: false });
