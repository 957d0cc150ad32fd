/**
 * Compiles what the server may never need. All schemas of the routes together would take a third of a second of a core at
 * every start, in every HTTP thread.
 */
export interface DeferredCompiling {
	/** @returns a function that compiles when it is first called, and returns the same result from then on. */
	defer<Compiled>(compile: () => Compiled): () => Compiled;
	/** Compiles one thing that nobody has needed so far. @returns whether there was one. Cost: some milliseconds. */
	compileNext(): boolean;
}

export function createDeferredCompiling(): DeferredCompiling {
	const uncompiled = new Set<() => unknown>();
	return {
		defer<Compiled>(compile: () => Compiled) {
			let result: { readonly compiled: Compiled } | undefined;
			const toCompiled = (): Compiled => {
				uncompiled.delete(toCompiled);
				result ??= { compiled: compile() };
				return result.compiled;
			};
			uncompiled.add(toCompiled);
			return toCompiled;
		},
		compileNext() {
			const [next] = uncompiled;
			next?.();
			return next !== undefined;
		},
	};
}
