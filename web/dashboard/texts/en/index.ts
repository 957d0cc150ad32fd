import { catalogue } from './catalogue.ts';
import { health } from './health.ts';
import { operations } from './operations.ts';
import { overview } from './overview.ts';
import { preview } from './preview.ts';
import { problems } from './problems.ts';
import { profile } from './profile.ts';
import { recommendations } from './recommendations.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { shop } from './shop.ts';
import { signIn } from './sign-in.ts';
import { statistics } from './statistics.ts';

export const english = {
	overview,
	preview,
	catalogue,
	settings,
	recommendations,
	statistics,
	shop,
	health,
	profile,
	operations,
	shell,
	signIn,
	problems,
} as const;
