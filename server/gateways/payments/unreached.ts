const UNREACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** True for the code of a network error after which the processor certainly got nothing. */
export const isUnreached = (code: string | undefined): boolean => UNREACHED.has(code ?? '')
