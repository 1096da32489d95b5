/* The build replaces this file in the languages other than English. */

/** Language of the page, as a BCP 47 tag. */
export const LANGUAGE: string = 'en'

/** Locale for dates, numbers and money. */
export const LOCALE: string = 'en-US'

/** How numbers are written. */
export interface NumberMarks {
  /** Between thousands. */
  readonly group: string
  /** Before decimals. */
  readonly point: string
  /** Digits before the decimals from which thousands are grouped: Spanish begins with five. */
  readonly groupedFrom: number
}

export const NUMBER_MARKS: NumberMarks = { group: ',', point: '.', groupedFrom: 4 }
