/** The program, after bin/vitrine.js has checked that this Node can run it. */
import { runVitrine } from './command-line.ts';

process.exitCode = await runVitrine(process.argv.slice(2));
