import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
	title: 'Anmelden',
	again: 'Ihre Sitzung ist beendet',
	againHint: 'Melden Sie sich an, um fortzufahren. Ihre Eingaben gehen nicht verloren.',
	email: 'E-Mail',
	password: 'Passwort',
	account: 'Konto',
	accountHint: 'Nur wenn dieselbe Adresse zu mehreren Konten gehört',
	withKey: 'API-Schlüssel',
	withPassword: 'E-Mail',
	ways: 'Wege zur Anmeldung',
	key: 'API-Schlüssel des Inhabers',
	keyHint: 'Er wird nicht im Browser aufbewahrt.',
	submit: 'Anmelden',
	code: 'Code',
	codeHint: 'Aus Ihrer Authenticator-App, oder einer Ihrer Wiederherstellungscodes',
	oidc: 'Anmelden mit {name}',
	oidcName: 'Ihrer Organisation',
	link: 'Dieser Link meldet Sie an',
	linkHint: 'Er gilt ein einziges Mal.',
	linkUsed:
		'Dieser Link wurde schon benutzt oder ist abgelaufen. Der Inhaber des Kontos kann einen neuen erstellen; auf dem Server geht das mit „vitrine dashboard link“.',
	wrong: 'Die Adresse, das Passwort oder beides ist falsch.',
	wrongKey: 'Das ist kein gültiger Schlüssel eines Inhabers.',
	wrongCode: 'Dieser Code ist ungültig oder wurde schon benutzt.',
	tooOften: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es dann erneut.',
	firstWay:
		'Zum ersten Mal hier? Der Server hat beim Start einen Link ausgegeben, und „vitrine dashboard link“ erstellt einen neuen.',
};
