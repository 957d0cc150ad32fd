/** Code for browsers, bundled from `web/`: what pages load from this server. */

export interface BrowserFile {
	/** Below the root of the server: `storefront.js`, or `assets/es-2DCVQ7QH.js` with the hash of its content. */
	readonly path: string;
	readonly bytes: Uint8Array;
}

/**
 * All files, bundled when they are first read. Rejects if they could not be bundled; the reason is in the log, and a later
 * read tries again. The same array as long as no file changed.
 */
export type ReadBrowserFiles = () => Promise<readonly BrowserFile[]>;
