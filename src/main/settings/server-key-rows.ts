/** The settings of the server key: the key itself, and the one before it. */
import type { SettingRow } from './setting-row.ts';
import * as kinds from './setting-values.ts';

export const serverKeyRows = {
	secretKey: {
		variable: 'VITRINE_SECRET_KEY',
		flag: undefined,
		kind: kinds.secretKey,
		fallback: undefined,
		defaultNote: '`secret.key` in the data directory, created at the first start',
		meaning: 'Server key that encrypts API keys at rest: 32 bytes as 64 hex digits or as base64.',
	},
	secretKeyPrevious: {
		variable: 'VITRINE_SECRET_KEY_PREVIOUS',
		flag: undefined,
		kind: kinds.secretKey,
		fallback: undefined,
		defaultNote: 'none',
		meaning: 'The server key before `VITRINE_SECRET_KEY`, while it is [exchanged](operations.md#another-server-key).',
	},
} satisfies Readonly<Record<string, SettingRow<Uint8Array>>>;
