/** A seal and its entry. */
export interface Link {
  readonly number: bigint
  readonly digest: Uint8Array
  readonly entryId: string
  /** Null when the entry is gone. */
  readonly content: string | null
}

/** Computes a digest from the previous digest and the sealed content. */
export type Digest = (before: Uint8Array, content: string) => Uint8Array

/** The last verified seal of a chain. */
export interface ChainEnd {
  readonly number: bigint
  readonly digest: Uint8Array
}

export const START: ChainEnd = { number: 0n, digest: new Uint8Array() }

/**
 * Returns the fault of one link after the verified end, or null. The caller continues from the stored
 * digest, so that one change is reported once and not for every later link.
 */
export function linkProblem(end: ChainEnd, link: Link, digestOf: Digest): string | null {
  if (link.number !== end.number + 1n)
    return link.number === end.number + 2n
      ? `seal ${end.number + 1n} was removed`
      : `seals ${end.number + 1n} to ${link.number - 1n} were removed`
  if (link.content === null) return `seal ${link.number}: entry ${link.entryId} was removed`
  return Buffer.compare(digestOf(end.digest, link.content), link.digest) === 0
    ? null
    : `seal ${link.number}: entry ${link.entryId}, or the seal itself, was changed`
}
