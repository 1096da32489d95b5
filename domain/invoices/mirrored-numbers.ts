const SHORT = 8
/** Ids up to this length are read by people as they are. */
const READABLE = 12

/** Records here that one record of other books may have been before: each was voided, and read again. */
const MOST_BEFORE = 9

/**
 * Returns the numbers that a record of other books may have here, in the order in which they are tried: its own, with the beginning
 * of its id behind it, with all of its id, and that counted. Ids of several words, as `overpayment:1`, count without the first ones.
 */
export function mirroredNumbers(number: string, remoteId: string): readonly string[] {
  const id = remoteId.slice(remoteId.lastIndexOf(':') + 1)
  const counted = Array.from({ length: MOST_BEFORE - 1 }, (_, at) => `${remoteId}, ${at + 2}`)
  const ids = new Set([id.length > READABLE ? id.slice(0, SHORT) : id, remoteId, ...counted])
  return number === ''
    ? [...ids].map((one) => `#${one}`)
    : [number, ...[...ids].map((one) => `${number} (${one})`)]
}
