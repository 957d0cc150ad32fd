/** `npm run build:web`: bundles the code for browsers into `web/dist`, for a release whose start should not. */
import { writeBuiltBundle } from '../adapters/browser-bundler/built-bundle.ts';
import { bundleBrowserCode } from '../adapters/browser-bundler/bundle-browser-code.ts';

const bundle = await bundleBrowserCode({ isDevelopment: false });
await writeBuiltBundle(bundle);
for (const { path, bytes } of bundle.files) process.stdout.write(`${path} ${bytes.length}\n`);
