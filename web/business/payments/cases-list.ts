export const CASES_PATH = '/payment-processing/cases'

/** What the address of the cases' list may hold beside page, size, search and order. */
export const CASES_LIST = ['state'] as const
