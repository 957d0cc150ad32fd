/** Reads parts of a file that may be deleted meanwhile: what is open can still be read. */
import { open } from 'node:fs/promises';

export interface FileParts {
	readonly byteCount: number;
	/** @throws when the file is shorter */
	read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
	close(): Promise<void>;
}

/** Undefined when there is none. */
export async function openFileParts(path: string): Promise<FileParts | undefined> {
	const file = await open(path, 'r').catch((error) => {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	});
	if (file === undefined) return undefined;
	const { size } = await file.stat();
	return {
		byteCount: size,
		async read(at, length) {
			const bytes = new Uint8Array(length);
			for (let done = 0; done < length; ) {
				const { bytesRead } = await file.read(bytes, done, length - done, at + done);
				if (bytesRead === 0) throw new Error(`${path} has become shorter while it was read`);
				done += bytesRead;
			}
			return bytes;
		},
		close: () => file.close(),
	};
}
