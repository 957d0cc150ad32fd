import type { SeededRandom } from '../../lib/seeded-random.ts';
import type { Fact, FactValue, ProductKind } from './product-kind.ts';
import type { Facts } from './template.ts';

/** How far a fact may deviate from the grade of its product: makers save in different places. */
const gradeSpread = 0.12;

/** The facts of one product of a kind, in the order of the kind. @param grade in [0, 1) */
export function drawFacts(random: SeededRandom, kind: ProductKind, grade: number): Facts {
	return Object.fromEntries(
		Object.entries(kind.facts).map(([name, fact]): [string, FactValue] => {
			const near = Math.min(0.999, Math.max(0, grade + (random.fraction() * 2 - 1) * gradeSpread));
			return [name, drawFact(random, fact, near)];
		}),
	);
}

function drawFact(random: SeededRandom, fact: Fact, grade: number): FactValue {
	if ('any' in fact) return random.pick(fact.any);
	if ('from' in fact) {
		const stepCount = Math.round(Math.abs(fact.to - fact.from) / fact.step);
		const direction = fact.to < fact.from ? -1 : 1;
		// Steps of 0.1 add up to 4.699999999; one decimal is all that the tables need.
		return Math.round((fact.from + direction * fact.step * Math.round(grade * stepCount)) * 10) / 10;
	}
	return fact[Math.floor(grade * fact.length)] as FactValue;
}
