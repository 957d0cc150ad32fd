import type { SearchPhase } from '../../domain/query/explanation.ts';

/** Is told which phase of a search begins, so that an explanation can say how long each takes. */
export interface PhaseTrace {
	begin(phase: SearchPhase): void;
}
