/**
 * Preloaded into a server that is measured without some of the workarounds of `src/lib`, or without a part of it: the
 * functions that `VITRINE_BENCH_WITHOUT` names, separated by commas, do nothing there.
 */
import { registerHooks } from 'node:module';

/** The files of the functions. */
const files: Readonly<Record<string, string>> = {
	noteReleased: '/src/lib/reclaim-memory.ts',
	collectReleased: '/src/lib/reclaim-memory.ts',
	collectAtRest: '/src/lib/reclaim-memory.ts',
	limitYoungObjects: '/src/lib/thread-heap.ts',
	startStatisticsThread: '/src/main/start-statistics.ts',
};
const names = (process.env.VITRINE_BENCH_WITHOUT ?? '').split(',');

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context);
		const here = names.filter((name) => url.endsWith(toFile(name)));
		return here.length === 0 ? loaded : { ...loaded, source: here.reduce(switchOff, String(loaded.source)) };
	},
});

function toFile(name: string): string {
	const file = files[name];
	if (file === undefined) throw new Error(`${name} can not be left out`);
	return file;
}

function switchOff(source: string, name: string): string {
	const start = `export function ${name}(`;
	if (!source.includes(start)) throw new Error(`there is no ${name}`);
	return `${source.replace(start, `function unused_${name}(`)}\nexport const ${name} = () => ({ async stop() {} });\n`;
}
