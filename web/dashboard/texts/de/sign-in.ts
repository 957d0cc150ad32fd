import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
	title: 'Anmelden',
	again: 'Ihre Sitzung ist beendet',
	againHint: 'Melden Sie sich an, um fortzufahren. Ihre Eingaben gehen nicht verloren.',
	email: 'E-Mail',
	password: 'Passwort',
	account: 'Konto',
	severalAccounts: 'Ihre Adresse gehört zu mehreren Konten?',
	accountHint:
		'Seine ID: Sie steht auf der Seite „Ihr Konto“ derer, die dort angemeldet sind. Nur wenn dieselbe Adresse zu mehreren Konten gehört.',
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
	asSomebodyElse:
		'Sie sind als {name} ({account}) angemeldet. Der Link meldet an Ihrer Stelle die Person an, für die er bestimmt ist.',
	linkUsed:
		'Dieser Link wurde schon benutzt oder ist abgelaufen. Der Inhaber des Kontos kann einen neuen erstellen; auf dem Server geht das mit „vitrine dashboard link“.',
	wrong: 'Die Adresse, das Passwort oder beides ist falsch.',
	wrongKey: 'Das ist kein gültiger Schlüssel eines Inhabers.',
	wrongCode: 'Dieser Code ist ungültig oder wurde schon benutzt.',
	tooOften: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es dann erneut.',
	firstWay:
		'Zum ersten Mal hier? Der Server hat beim Start einen Link ausgegeben, und „vitrine dashboard link“ erstellt einen neuen.',
	errors: {
		oidc_denied: 'Der Anbieter hat Sie nicht angemeldet.',
		oidc_unknown_user: 'Kein Benutzer dieses Servers hat Ihre Adresse. Der Inhaber des Kontos kann Sie hinzufügen.',
		oidc_several_users:
			'Benutzer mehrerer Konten haben Ihre Adresse. Nennen Sie das Konto, oder melden Sie sich mit einem Link an.',
		oidc_unverified: 'Der Anbieter hat Ihre Adresse nicht geprüft.',
		oidc_expired: 'Es hat zu lange gedauert oder in einem anderen Browser begonnen. Versuchen Sie es erneut.',
		oidc_unavailable: 'Der Anbieter hat nicht geantwortet. Versuchen Sie es später erneut.',
		oidc_failed: 'Die Anmeldung beim Anbieter ist fehlgeschlagen. Der Grund steht im Protokoll des Servers.',
		too_many_requests: 'Zu viele Versuche. Warten Sie einen Moment und versuchen Sie es dann erneut.',
	},
};
