import { z } from 'zod'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** True for https and for http on loopback, where nobody can eavesdrop. */
export const isSafeAddress = (address: string): boolean => {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

/** A setting that replaces the address of an outside service. */
export const safeAddress = z
  .string()
  .refine(isSafeAddress, 'an https: address is needed, or one of this machine.')
  .optional()
