import type { Route } from '../../contract/route.ts'
import { nameOf } from '../../testing/sweep/sweep-call.ts'
import type { KeptRows } from './kept-rows.ts'
import type { Probe } from './probe.ts'
import { endingCall, guardsAsked } from './switchboard.ts'
import { type Wall, without } from './walls.ts'

/** What became of a wall that was taken away. */
export type Finding =
  | { readonly outcome: 'noticed'; readonly by: string }
  /** Nothing got through, because another wall stands before it; with both away more gets through than with that one. */
  | { readonly outcome: 'second'; readonly behind: string }
  /** Nothing got through without either of the two, and with both away more does. */
  | { readonly outcome: 'paired'; readonly behind: string }
  | { readonly outcome: 'unnoticed' }
  /** No call of the sweep comes to it. */
  | { readonly outcome: 'not met' }

interface Asked {
  readonly probe: Probe
  readonly text: string
  readonly guards: ReadonlySet<string>
}

/** Enough calls to find out about a wall; the rest differ by who calls only. */
const MOST_CALLS = 120
const [MOST_ROUTES, MOST_FIRST_WALLS, MOST_BEHIND] = [2, 8, 40]

/** The calls of the sweep, each made once with all walls in place. */
export class Inquiry {
  private readonly kept: KeptRows
  private readonly others: readonly string[]
  private readonly asked: readonly Asked[]
  private readonly reached = new Map<string, Asked[]>()
  private readonly drifted = new Set<string>()
  private isClean = true

  private constructor(kept: KeptRows, others: readonly string[], asked: readonly Asked[]) {
    this.kept = kept
    this.others = others
    this.asked = asked
  }

  /** `others` are the accounts in which no call may leave anything. */
  static async open(probes: readonly Probe[], kept: KeptRows, others: readonly string[]): Promise<Inquiry> {
    const asked: Asked[] = []
    const inquiry = new Inquiry(kept, others, asked)
    for (const one of probes) {
      const probe = { ...one, run: () => endingCall(one.run) }
      const text = await inquiry.outcomeOf(probe)
      asked.push({ probe, text, guards: guardsAsked() })
    }
    await kept.restore()
    return inquiry
  }

  /** What is answered; of a call that leaves something behind also where, and all is put back. */
  private async outcomeOf(probe: Probe): Promise<string> {
    // What others left, such as their sessions, is not of a call that is meant to leave something.
    if (probe.kind === 'write' && !this.isClean) await this.kept.restore()
    this.isClean = probe.kind === 'write'
    const text = await probe.run()
    if (probe.kind !== 'write') return text
    const changed = await this.kept.restore()
    const stray = changed.find(({ place }) => this.others.some((account) => place.includes(account)))
    if (stray) return `problem: ${probe.label} changes ${stray.place}`
    return [text.replace(RANDOM, ''), ...changed.map(({ place, left }) => `${place}: ${left}`)].join('\n')
  }

  /** Calls that come out otherwise when they are made again, with every wall in place: they would never notice anything. */
  async unsteady(): Promise<string[]> {
    const found: string[] = []
    // Whatever begins with refusing says so in the same words.
    for (const { probe, text } of this.asked.filter((one) => one.probe.kind !== 'refused')) {
      const now = await this.outcomeOf(probe)
      if (now !== text) found.push(`${probe.label}\n${firstDifference(text, now)}`)
    }
    await this.kept.restore()
    return found
  }

  /** Calls that later on came out otherwise with every wall in place: what they said of walls until then counts for nothing. */
  drifts(): string[] {
    return [...this.drifted]
  }

  /** Calls that go wrong with every wall in place. */
  problems(): string[] {
    return this.asked.map(({ text }) => text).filter((text) => text.startsWith('problem'))
  }

  /** Makes every call while these walls are away. The first that is against the policy, shows others' rows or comes out otherwise, or null. */
  async noticedByAny(walls: readonly Wall[]): Promise<string | null> {
    const reason = await without(walls, async () => {
      for (const { probe } of this.asked.filter(isLook)) {
        const now = await probe.run()
        if (now.startsWith('problem')) return now
      }
      return null
    })
    const [changed] = await this.kept.restore()
    if (reason !== null || changed !== undefined) return reason ?? `${changed!.place} changed`
    return this.firstOtherOutcome(
      walls,
      this.asked.filter(({ probe }) => probe.kind === 'write'),
    )
  }

  private async noticed(wall: Wall, among: readonly Asked[]): Promise<string | null> {
    const crooked = among.filter(({ probe }) => probe.kind === 'crooked')
    const forged = wall.kind === 'named' ? among.filter(({ probe }) => probe.kind === 'forged') : []
    const forgery = await without([wall], () => this.firstChange([...crooked, ...forged]))
    await this.kept.restore()
    if (forgery !== null) return forgery
    const looks = spread(among.filter(isLook), MOST_CALLS)
    const reason = await without([wall], () => this.firstChange(looks))
    const [changed] = await this.kept.restore()
    if (reason !== null) return reason
    if (changed !== undefined) return `${changed.place} changed`
    return this.firstOtherOutcome(
      [wall],
      among.filter(({ probe }) => probe.kind === 'write'),
    )
  }

  private async firstOtherOutcome(walls: readonly Wall[], writes: readonly Asked[]): Promise<string | null> {
    for (const { probe, text } of writes) {
      const now = await without(walls, () => this.outcomeOf(probe))
      if (now === text) continue
      if (now.startsWith('problem')) return now
      const again = await this.outcomeOf(probe)
      if (again === text) return `${probe.label} comes out otherwise`
      this.drifted.add(`${probe.label}\n${firstDifference(text, again)}`)
    }
    return null
  }

  async find(wall: Wall): Promise<Finding> {
    const among = this.meeting(wall)
    if (among.length === 0) return { outcome: 'not met' }
    const by = await this.noticed(wall, among)
    return by === null ? { outcome: 'unnoticed' } : { outcome: 'noticed', by }
  }

  /** Of a wall that nobody misses: whether it is a second one, behind one of these, or one of a pair where nobody misses these either. */
  async findBehind(
    wall: Wall,
    firstWalls: readonly Wall[],
    outcome: 'second' | 'paired' = 'second',
  ): Promise<Finding> {
    const behind = await this.standsBehind(wall, this.meeting(wall), firstWalls)
    return behind === null ? { outcome: 'unnoticed' } : { outcome, behind }
  }

  /** Which of these the calls that come to a wall come to only once it is away: the other half of a pair may be there. */
  async metInsteadOf(wall: Wall, among: readonly Wall[]): Promise<Wall[]> {
    const met = new Set<string>()
    if (among.length === 0) return []
    for (const { probe, guards } of spread(this.meeting(wall), MOST_BEHIND)) {
      await without([wall], probe.run)
      for (const id of guardsAsked()) if (!guards.has(id)) met.add(id)
    }
    await this.kept.restore()
    return among.filter(({ id }) => met.has(id))
  }

  private meeting({ id, route }: Wall): Asked[] {
    return this.asked.filter(({ probe, guards }) => (route ? probe.route === route : guards.has(id)))
  }

  private async firstChange(looks: readonly Asked[]): Promise<string | null> {
    for (const { probe, text } of looks) {
      const now = await probe.run()
      if (now.startsWith('problem') && now !== text) return now
      // Not so an answer that is another one each time.
      if (now !== text && (await probe.run()) === now) return `${probe.label} answers otherwise`
    }
    return null
  }

  /** The wall that has to fall before this one is any use; null where there is none. */
  private async standsBehind(
    wall: Wall,
    among: readonly Asked[],
    firstWalls: readonly Wall[],
  ): Promise<string | null> {
    const routes = [...new Set(among.map(({ probe }) => probe.route))].slice(0, MOST_ROUTES)
    for (const route of routes) {
      const all = this.asked.filter(({ probe }) => probe.route === route)
      const calls = all.filter(({ probe }) => probe.kind !== 'write' && probe.kind !== 'read')
      const met = new Set(all.flatMap(({ guards }) => [...guards]))
      const ofRoute = firstWalls.filter((one) => one.route === route)
      const within = firstWalls
        .filter((one) => one.id !== wall.id && one.kind === wall.kind && met.has(one.id))
        .sort((one, other) => Number(isNear(other, wall)) - Number(isNear(one, wall)))
      for (const first of [...ofRoute, ...within].slice(0, MOST_FIRST_WALLS)) {
        const beyond = (await this.beyond(first, route, calls)).filter(({ guards }) => guards.has(wall.id))
        if (beyond.length === 0) continue
        const alone = await this.answers([first], beyond)
        const both = await this.answers([first, wall], beyond)
        // Not so answers that are others each time.
        if (alone !== both && (await this.answers([first], beyond)) === alone) return first.id
      }
    }
    return null
  }

  /** Calls to a route with the guards that they come to while its first wall is away. */
  private async beyond(first: Wall, route: Route | null, calls: readonly Asked[]): Promise<Asked[]> {
    const key = `${first.id} ${route ? nameOf(route) : ''}`
    const known = this.reached.get(key)
    if (known) return known
    const reached: Asked[] = []
    const [refused, odd] = [calls.filter(isLook), calls.filter((one) => !isLook(one))]
    for (const one of [...spread(odd, MOST_BEHIND), ...spread(refused, MOST_BEHIND)]) {
      await without([first], one.probe.run)
      reached.push({ ...one, guards: guardsAsked() })
    }
    await this.kept.restore()
    this.reached.set(key, reached)
    return reached
  }

  /** What is answered while these walls are away. */
  private async answers(walls: readonly Wall[], calls: readonly Asked[]): Promise<string> {
    const texts: string[] = []
    for (const { probe } of calls) texts.push((await without(walls, probe.run)).replace(RANDOM, ''))
    await this.kept.restore()
    return texts.join('\n')
  }
}

/** Calls that change nothing while all is well. */
const isLook = ({ probe }: Asked): boolean => probe.kind === 'refused' || probe.kind === 'read'

/** In the same room, or the same part of the platform. */
const isNear = (one: Wall, other: Wall): boolean => placeOf(one) === placeOf(other)
const placeOf = ({ id }: Wall): string => id.split('/').slice(0, 3).join('/')

/** A few words of each, from where they part. */
function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join('\n')
}

/** Ids, tokens, what a processor calls its own, and what a link is opened by. */
const RANDOM = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|eyJ[\w.-]+|\b(?:sb|tok)\w*_[\w-]+|token=[\w-]+/g

/** As many as are wanted, of as many routes as possible. */
function spread(list: readonly Asked[], most: number): Asked[] {
  const rows = [...Map.groupBy(list, ({ probe }) => probe.route).values()]
  const step = Math.max(1, Math.floor(list.length / most))
  const picked: Asked[] = []
  const longest = Math.max(0, ...rows.map((row) => row.length))
  for (let at = 0; at < longest; at += 1)
    picked.push(...rows.flatMap((row) => row[(at * step) % row.length] ?? []))
  return [...new Set(picked)].slice(0, most)
}
