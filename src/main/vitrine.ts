/** The program, once bin/vitrine.js has seen that this Node can run it. */
import { runVitrine } from './command-line.ts';

process.exitCode = await runVitrine(process.argv.slice(2));
