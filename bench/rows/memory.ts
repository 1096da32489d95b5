import { setTimeout as sleep } from 'node:timers/promises'
import { burst, type Subject } from '../product/bursts.ts'
import { serveF } from '../product/fastify-list.ts'
import type { World } from '../product/world.ts'
import { type Finding, largest, ofProduct, type Row, thousands, times } from './row.ts'

const IDLE_MS = 8000
const SOAK_MS = Number(process.env.SOAK_MINUTES ?? 1.5) * 60_000
const [AT_ONCE, BURST] = [16, 2000]
const MOST_IDLE_MB = 150
const MOST_TIMES_F = 2
/** What the second half of a load may still add. */
const FLAT = 1.1

const mb = (value: number): string => `${value.toFixed(0)} MB`

/** Resident memory half way through a load and at its end. */
async function loaded(
  subject: Subject,
  residentMb: () => number,
): Promise<{ halfMb: number; endMb: number }> {
  const began = performance.now()
  let halfMb = 0
  while (performance.now() - began < SOAK_MS) {
    await burst(subject, AT_ONCE, BURST)
    if (halfMb === 0 && performance.now() - began >= SOAK_MS / 2) halfMb = residentMb()
  }
  return { halfMb: halfMb || residentMb(), endMb: residentMb() }
}

async function memory(world: World): Promise<Finding[]> {
  const company = largest(world)
  const product = await world.product()
  const bare = await serveF(world, company)
  try {
    await sleep(IDLE_MS)
    const idleMb = product.residentMb()
    const token = await world.staffToken(company)
    const invoices = `/api/accounts/${company.accountId}/invoices/`
    const paths = [
      `${invoices}?page=1`,
      `/api/accounts/${company.accountId}/customers/`,
      `${invoices}?page=2`,
    ]
    const ours = await loaded(
      ofProduct(world, product, BURST, (n) => paths[n % paths.length]!, token),
      product.residentMb,
    )
    const theirs = await loaded(bare.subject(BURST), bare.serving.residentMb)
    const ratio = ours.endMb / theirs.endMb
    const flat = ours.endMb <= ours.halfMb * FLAT
    return [
      {
        what: 'memory of the server, idle',
        at: thousands(world.size),
        figure: mb(idleMb),
        reference: '',
        ratio: '',
        target: `≤ ${MOST_IDLE_MB} MB`,
        kept: idleMb <= MOST_IDLE_MB,
      },
      {
        what: 'memory of the server, loaded with lists',
        at: `${thousands(world.size)}, ${AT_ONCE} at once for ${SOAK_MS / 60_000} min`,
        figure: `${mb(ours.endMb)}, half way ${mb(ours.halfMb)}`,
        reference: `F ${mb(theirs.endMb)}`,
        ratio: `${times(ratio)} F`,
        target: `≤ ${MOST_TIMES_F} F, flat`,
        kept: ratio <= MOST_TIMES_F && flat,
      },
    ]
  } finally {
    await product.stop()
    await bare.serving.stop()
  }
}

export const memoryRow: Row = { name: 'memory', run: memory }
