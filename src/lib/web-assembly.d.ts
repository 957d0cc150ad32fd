/** What we use of WebAssembly: TypeScript declares it only together with everything else of browsers. */
declare namespace WebAssembly {
	interface Memory {
		readonly buffer: ArrayBuffer | SharedArrayBuffer;
		/** @returns how many pages there were. @throws {RangeError} when it cannot grow that much */
		grow(pageCount: number): number;
	}
	const Memory: new (descriptor: {
		readonly initial: number;
		readonly maximum: number;
		readonly shared?: boolean;
	}) => Memory;
	interface Module {
		readonly [Symbol.toStringTag]: string;
	}
	const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
	const Instance: new (
		module: Module,
		imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>,
	) => { readonly exports: unknown };
	function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
