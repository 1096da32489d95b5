/* The build replaces this file in the languages other than English. */

/** Language of the page, as a BCP 47 tag. */
export const LANGUAGE: string = 'en'

/** Locale for dates, numbers and money. */
export const LOCALE: string = 'en-US'
