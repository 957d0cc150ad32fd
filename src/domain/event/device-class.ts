/**
 * On which kind of device does a browser run? There are two: tablets and readers count as mobile, because shoppers hold
 * them in the hand. A television is neither, nor is a program that names no device; an iPad that asks for pages as
 * a Macintosh does is a desktop.
 */

export type DeviceClass = 'desktop' | 'mobile';

const televisions = /tv\b|\btv|web0s|crkey|bravia|\baft[a-z]+\b/i;
/** Tablets with Android leave out `Mobile`. Windows on a tablet says `Tablet PC`. */
const mobiles =
	/mobi|android|\bip(?:hone|ad|od)|\bi(?:pad)?os\b|tablet(?! pc)|harmony|kindle|silk\/|phone|blackberry|opera mini|symbian|kaios|j2me|midp/i;
const desktops = /windows|macintosh|mac os x|x11|\bcros\b|linux/i;

/** Only this many characters are tested; no browser has a longer user agent. */
const lengthMax = 512;

/** @param userAgent of any length, empty where there is none. @returns null where it does not say. */
export function toDeviceClass(userAgent: string): DeviceClass | null {
	const tested = userAgent.slice(0, lengthMax);
	if (televisions.test(tested)) return null;
	if (mobiles.test(tested)) return 'mobile';
	return desktops.test(tested) ? 'desktop' : null;
}
