/**
 * Preloaded into a server that is measured without some of the workarounds of `src/lib/reclaim-memory.ts`: the functions
 * that `VITRINE_BENCH_WITHOUT` names, separated by commas, do nothing there.
 */
import { registerHooks } from 'node:module';

const names = (process.env.VITRINE_BENCH_WITHOUT ?? '').split(',');

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context);
		if (!url.endsWith('/src/lib/reclaim-memory.ts')) return loaded;
		const source = names.reduce(switchOff, String(loaded.source));
		return { ...loaded, source };
	},
});

function switchOff(source: string, name: string): string {
	const start = `export function ${name}(`;
	if (!source.includes(start)) throw new Error(`there is no ${name}`);
	return `${source.replace(start, `function unused_${name}(`)}\nexport const ${name} = () => {};\n`;
}
