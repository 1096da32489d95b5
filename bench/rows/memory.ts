import { setTimeout as sleep } from 'node:timers/promises'
import { burst, type Subject } from '../product/bursts.ts'
import { startListReference } from '../product/fastify-list.ts'
import type { World } from '../product/world.ts'
import { type Finding, largest, productSubject, type Row, thousands, times } from './row.ts'

const IDLE_MS = 8000
const [AT_ONCE, BURST] = [16, 2000]
const MAX_IDLE_MB = 150
const MAX_TIMES_F = 2
const MAX_LOADED_MB = 400
/** Maximum growth during the second half of a load. */
const FLAT = 1.1

const mb = (value: number): string => `${value.toFixed(0)} MB`

const HOUR_MS = 3_600_000
/** Renews the session, which lives for fifteen minutes. */
const RENEWED_MS = 10 * 60_000
/** F's memory is stable by then, so F never runs for an hour. */
const LONGEST_OF_F_MS = 10 * 60_000

interface Loaded {
  readonly requests: number
  readonly halfMb: number
  readonly endMb: number
}

/** Measures resident memory halfway through a load and at its end. `enter` opens a new session. */
async function measureLoadedMemory(
  enter: () => Promise<Subject>,
  residentMb: () => number,
  forMs: number,
): Promise<Loaded> {
  const began = performance.now()
  const passedMs = () => performance.now() - began
  let [subject, enteredMs, halfMb, requests] = [await enter(), 0, 0, 0]
  while (passedMs() < forMs) {
    if (passedMs() - enteredMs > RENEWED_MS) [subject, enteredMs] = [await enter(), passedMs()]
    await burst(subject, AT_ONCE, BURST)
    requests += BURST
    if (halfMb === 0 && passedMs() >= forMs / 2) halfMb = residentMb()
  }
  return { requests, halfMb: halfMb || residentMb(), endMb: residentMb() }
}

const minutes = (forMs: number): string => `${forMs / 60_000} min`

async function memory(world: World): Promise<Finding[]> {
  const company = largest(world)
  const product = await world.product()
  const bare = await startListReference(world, company)
  try {
    await sleep(IDLE_MS)
    const idleMb = product.residentMb()
    const at = `/api/accounts/${company.accountId}`
    const paths = [
      `${at}/invoices/?page=1`,
      `${at}/customers/`,
      `${at}/invoices/?page=2`,
      `${at}/payments/?page=1`,
      `${at}/invoices/?page=1&search=harbor`,
      `${at}/dashboard/`,
    ]
    const enter = async () => {
      const token = await world.staffToken(company)
      return productSubject(world, product, BURST, (n) => paths[n % paths.length]!, token)
    }
    const ours = await measureLoadedMemory(enter, product.residentMb, world.soakMs)
    const ofFMs = Math.min(world.soakMs, LONGEST_OF_F_MS)
    const theirs = await measureLoadedMemory(async () => bare.subject(BURST), bare.serving.residentMb, ofFMs)
    return [ofIdle(world, idleMb), ...ofLoad(world, ours, theirs, ofFMs)]
  } finally {
    await product.stop()
    await bare.serving.stop()
  }
}

const ofIdle = (world: World, idleMb: number): Finding => ({
  what: 'memory of the server, idle',
  at: thousands(world.size),
  figure: mb(idleMb),
  reference: '',
  ratio: '',
  target: `≤ ${MAX_IDLE_MB} MB`,
  met: idleMb <= MAX_IDLE_MB,
})

function ofLoad(world: World, ours: Loaded, theirs: Loaded, ofFMs: number): Finding[] {
  const ratio = ours.endMb / theirs.endMb
  const flat = ours.endMb <= ours.halfMb * FLAT
  const at = `${thousands(world.size)}, ${AT_ONCE} at once for ${minutes(world.soakMs)}`
  const figure = `${mb(ours.endMb)} after ${thousands(ours.requests)} requests, half way ${mb(ours.halfMb)}`
  return [
    {
      what: 'memory of the server, loaded with lists, searches and the dashboard',
      at,
      figure,
      reference: `F ${mb(theirs.endMb)} after ${minutes(ofFMs)}`,
      ratio: `${times(ratio)} F`,
      target: `≤ ${MAX_TIMES_F} F, flat`,
      met: ratio <= MAX_TIMES_F && flat,
    },
    {
      what: 'the same, at most',
      at,
      figure,
      reference: '',
      ratio: '',
      target: `< ${MAX_LOADED_MB} MB, flat${world.soakMs < HOUR_MS ? ', for an hour (--hour)' : ', for an hour'}`,
      met: world.soakMs < HOUR_MS ? null : ours.endMb < MAX_LOADED_MB && flat,
    },
  ]
}

export const memoryRow: Row = { name: 'memory', run: memory }
