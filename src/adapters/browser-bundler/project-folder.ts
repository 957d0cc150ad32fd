import assert from 'node:assert/strict';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

const manifest = findPackageJSON(import.meta.url);
assert(manifest, 'the program is part of a package');

/** Where `package.json` is: of a checkout, or of an installed release, whose code is in other folders. */
export const projectFolder = dirname(manifest);
