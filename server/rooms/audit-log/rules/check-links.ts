/** A seal and what it is said to seal. */
export interface Link {
  readonly number: bigint
  readonly digest: Uint8Array
  readonly entryId: string
  /** Null when the entry is gone. */
  readonly content: string | null
}

/** What a digest is made of: the one before it, and what is sealed. */
export type Digest = (before: Uint8Array, content: string) => Uint8Array

/** Where a chain has come to. */
export interface ChainEnd {
  readonly number: bigint
  readonly digest: Uint8Array
}

export const START: ChainEnd = { number: 0n, digest: new Uint8Array() }

/**
 * What is wrong with one link, given where the chain stood; null when it holds. Goes on from what stands there, so that
 * one change is told once and not for every link behind it.
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
