/** `npm run build:kernels`: makes the module of the kernels of their text. */
import { writeFileSync } from 'node:fs';
import { assembleKernels, binaryPath } from './assemble-kernels.ts';

writeFileSync(binaryPath, await assembleKernels());
