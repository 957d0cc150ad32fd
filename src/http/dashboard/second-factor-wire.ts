/** Codes and secrets of second factors. */
import { Type } from 'typebox';
import { code, password } from '../shared/proof-wire.ts';
import { component } from '../shared/schema-component.ts';

export const newSecondFactor = component(
	'NewSecondFactor',
	Type.Object({ current: Type.Optional(password) }, { additionalProperties: false }),
);

export const secretOutput = component(
	'SecondFactorSecret',
	Type.Object({
		secret: Type.String({
			description: 'The secret in base32, for devices that have no camera. Shown this once',
			examples: ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'],
		}),
		uri: Type.String({
			description: 'The same as an address, which an authenticator app reads as a QR code',
			examples: [
				'otpauth://totp/Vitrine:ana%40shop.example?issuer=Vitrine&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
			],
		}),
	}),
);

export const activation = component('SecondFactorActivation', Type.Object({ code }, { additionalProperties: false }));

export const recoveryCodesOutput = component(
	'RecoveryCodes',
	Type.Object({
		recovery_codes: Type.Array(Type.String({ examples: ['c0ffe-e2547-29296-a45a3'] }), {
			description: 'Each replaces a code of the device once. Shown this once',
		}),
	}),
);

export const removal = component(
	'SecondFactorRemoval',
	Type.Object({ code: Type.Optional(code) }, { additionalProperties: false }),
);
