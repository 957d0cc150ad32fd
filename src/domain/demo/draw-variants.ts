import type { SeededRandom } from '../../lib/seeded-random.ts';
import type { Model } from './draw-model.ts';
import { palettes } from './tables/palettes.ts';
import { sizeRuns } from './tables/size-runs.ts';

/** One thing that can be bought: a model in a colour and, where there are several, a size. */
export interface Variant {
	readonly color: string;
	/** Undefined where the model comes in one size, which may then be one of its facts. */
	readonly size: string | undefined;
	/** `TX-480B`, `BO-315T-42`. */
	readonly number: string;
}

const variantsPerModelMax = 6;
const severalColorsChance = 0.2;

/** The variants of a model, all different, at most `variantCountMax` (≥ 1). */
export function drawVariants(random: SeededRandom, model: Model, variantCountMax: number): readonly Variant[] {
	const sizes = drawSizes(random, model);
	const palette: readonly (readonly [string, string])[] = Object.entries(palettes[model.kind.palette]);
	const colorCount = sizes.length > 1 ? random.integer(1, 2) : drawColorCount(random);
	const colors = random.shuffle(palette).slice(0, colorCount);
	const variants = colors.flatMap(([color, letters]) =>
		sizes.map((size) => ({ color, size, number: `${model.number}${letters}${toSizeSuffix(size)}` })),
	);
	return variants.slice(0, Math.min(variantCountMax, variantsPerModelMax));
}

function drawColorCount(random: SeededRandom): number {
	return random.chance(severalColorsChance) ? random.integer(2, 3) : 1;
}

/** Two or three neighbouring sizes, or one undefined size where the model has no run of them. */
function drawSizes(random: SeededRandom, model: Model): readonly (string | undefined)[] {
	const runs: Readonly<Record<string, readonly string[]>> = model.kind.sizeRun ? sizeRuns[model.kind.sizeRun] : {};
	const run = runs[String(model.facts.gender)] ?? runs.every;
	if (run === undefined) return [undefined];
	const sizeCount = random.integer(2, 3);
	const first = random.integer(0, run.length - sizeCount);
	return run.slice(first, first + sizeCount);
}

/** `EU 42` → `-42`, `EU 35–38` → `-35`, `XL` → `-XL`. */
function toSizeSuffix(size: string | undefined): string {
	return size === undefined ? '' : `-${size.replace('EU ', '').split('–')[0]}`;
}
