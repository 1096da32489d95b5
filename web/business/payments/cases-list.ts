export const CASES_PATH = '/payment-processing/cases'

/** Query parameters of the case list besides page, size, search and order. */
export const CASES_LIST = ['state'] as const
