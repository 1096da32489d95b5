/** Parses a position in the write-ahead log, as PostgreSQL writes it ('16/B374D848'). */
export function parsePosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatPosition = (position: bigint): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`

interface Sample {
  readonly position: bigint
  readonly atMs: number
}

/** An hour of samples, one a second. */
const MAX_SAMPLES = 3600

/**
 * Positions of the primary and when each was read. They measure a replica's lag without its clock, and on an idle
 * primary too: a replica that has replayed a position has everything that the primary had when it was read.
 */
export class PrimaryPositions {
  private samples: Sample[] = []

  /** Adds a position that was requested at `atMs` or later. A primary that went back is another one. */
  record(position: bigint, atMs: number): void {
    const last = this.samples.at(-1)
    if (last && position < last.position) this.samples = []
    this.samples.push({ position, atMs })
    if (this.samples.length > MAX_SAMPLES) this.samples.shift()
  }

  /** How far behind a replica with this position is at most, in ms. Null when it has none of the samples. */
  lagOf(replayed: bigint, nowMs: number): number | null {
    const reached = this.samples.findLast(({ position }) => position <= replayed)
    return reached ? nowMs - reached.atMs : null
  }

  /** A position that includes everything the primary had at `ms`. Null when no sample is that young. */
  positionSince(ms: number): bigint | null {
    return this.samples.find(({ atMs }) => atMs >= ms)?.position ?? null
  }
}
