import type { Texts } from '../texts.ts';

export const profile: Texts['profile'] = {
	you: 'Sie',
	name: 'Name',
	email: 'E-Mail',
	account: 'Konto',
	role: 'Rolle',
	owner: 'Inhaber',
	member: 'Mitglied',
	signedIn: 'Angemeldet seit',
	until: 'Spätestens bis',
	methods: {
		password: 'mit dem Passwort',
		link: 'mit einem Link',
		key: 'mit einem API-Schlüssel',
		oidc: 'über Ihre Organisation',
	},
	how: 'Wie',
	password: 'Passwort',
	passwordHint:
		'Mindestens 12 Zeichen. Ein Satz ist leichter zu merken als Sonderzeichen. Ihre anderen Sitzungen enden.',
	noEmail: 'Zum Anmelden mit Passwort brauchen Sie eine E-Mail-Adresse, die der Inhaber eintragen kann.',
	current: 'Bisheriges Passwort',
	next: 'Neues Passwort',
	again: 'Neues Passwort noch einmal',
	differs: 'Das stimmt nicht mit dem oberen überein.',
	change: 'Passwort setzen',
	changed: 'Das Passwort wurde gesetzt',
	sessions: 'Sitzungen',
	sessionsHint: 'Überall abmelden beendet Ihre Sitzungen in allen Browsern, auch diese.',
};
