/** The environment of commands, implemented by this process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { readSecretKey, SecretKeyError } from '../adapters/data-directory/secret-key.ts';
import { createSystemClock } from '../adapters/system/system-clock.ts';
import type { CommandIo } from '../cli/command.ts';
import { CommandError, exitCodes } from '../cli/command-error.ts';
import { deriveOperatorToken } from '../domain/account/operator-token.ts';
import type { Environment } from './settings/read-settings.ts';
import { settingTable } from './settings/settings.ts';
import { watchOwnStopSignals } from './stop-signals.ts';

export function createCommandIo(): CommandIo {
	const { env: environment, stdin, stdout, stderr } = process;
	return {
		environment,
		stdin,
		stdout,
		stderr,
		findOperatorToken: (dataDir) => findOperatorToken(environment, dataDir),
		monotonicMs: () => performance.now(),
		dateMs: createSystemClock().nowMs,
		random: () => Math.random(),
		async sleep(ms, signal) {
			try {
				await sleep(ms, undefined, signal === undefined ? {} : { signal });
			} catch (error) {
				// Node's error has the reason only as its cause.
				signal?.throwIfAborted();
				throw error;
			}
		},
		onStop: watchOwnStopSignals,
		every(ms, tick) {
			const timer = setInterval(tick, ms).unref();
			return () => clearInterval(timer);
		},
	};
}

/** In the order in which the server finds its key: the environment, then the data directory. */
async function findOperatorToken(environment: Environment, dataDir: string | undefined): Promise<string | undefined> {
	const { operatorToken, secretKey, dataDir: dataDirRow } = settingTable;
	const token = environment.VITRINE_OPERATOR_TOKEN || undefined;
	if (token !== undefined) {
		if (operatorToken.kind.read(token) === undefined)
			throw badSecret('VITRINE_OPERATOR_TOKEN', operatorToken.kind.allowed);
		return token;
	}
	const keyText = environment.VITRINE_SECRET_KEY || undefined;
	if (keyText !== undefined) {
		const key = secretKey.kind.read(keyText);
		if (key === undefined) throw badSecret('VITRINE_SECRET_KEY', secretKey.kind.allowed);
		return deriveOperatorToken(key);
	}
	try {
		const directory = dataDir ?? (environment.VITRINE_DATA_DIR || dataDirRow.fallback) ?? '.';
		const key = await readSecretKey(directory);
		return key === undefined ? undefined : deriveOperatorToken(key);
	} catch (error) {
		if (error instanceof SecretKeyError) throw new CommandError('secret_key', error.message, { cause: error });
		throw error;
	}
}

function badSecret(variable: string, allowed: string): CommandError {
	return new CommandError('usage', `${variable} has an invalid value (not shown): it must be ${allowed}`, {
		exitCode: exitCodes.misused,
	});
}
