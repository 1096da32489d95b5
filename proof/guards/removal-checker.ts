import type { Route } from '../../contract/route.ts'
import { nameOf } from '../../testing/sweep/sweep-call.ts'
import { checkedGuards, countChecks } from './guard-switches.ts'
import type { Probe } from './probe.ts'
import { type Protection, without } from './protections.ts'
import type { TableSnapshot } from './table-snapshot.ts'

/** Result of removing one protection. */
export type Finding =
  | { readonly outcome: 'detected'; readonly by: string }
  /** Another protection refuses first. With both removed, more is allowed than with that one removed. */
  | { readonly outcome: 'redundant'; readonly behind: string }
  /** Neither removal alone is detected, and with both removed more is allowed. */
  | { readonly outcome: 'paired'; readonly behind: string }
  | { readonly outcome: 'undetected' }
  /** No call reaches the protection. */
  | { readonly outcome: 'not reached' }

interface RecordedProbe {
  readonly probe: Probe
  readonly text: string
  readonly guards: ReadonlySet<string>
}

/** Limits of the probes per protection. Further probes differ only in their caller. */
const MAX_PROBES = 120
const [MAX_ROUTES, MAX_FIRST, MAX_BEHIND] = [2, 8, 40]

/**
 * Compares the outcomes of the probes with and without a protection. Each probe is recorded once with all
 * protections.
 */
export class RemovalChecker {
  private readonly snapshot: TableSnapshot
  private readonly others: readonly string[]
  private readonly recorded: readonly RecordedProbe[]
  private readonly reached = new Map<string, RecordedProbe[]>()
  private readonly drifted = new Set<string>()
  private isClean = true

  private constructor(
    snapshot: TableSnapshot,
    others: readonly string[],
    recorded: readonly RecordedProbe[],
  ) {
    this.snapshot = snapshot
    this.others = others
    this.recorded = recorded
  }

  /** Records all probes. `others` are the accounts in which no call may change anything. */
  static async open(
    probes: readonly Probe[],
    snapshot: TableSnapshot,
    others: readonly string[],
  ): Promise<RemovalChecker> {
    const recorded: RecordedProbe[] = []
    const checker = new RemovalChecker(snapshot, others, recorded)
    for (const one of probes) {
      const probe = { ...one, run: () => countChecks(one.run) }
      const text = await checker.outcomeOf(probe)
      recorded.push({ probe, text, guards: checkedGuards() })
    }
    await snapshot.restore()
    return checker
  }

  /** Runs a probe. For writes, restores the tables and adds the changes to the outcome. */
  private async outcomeOf(probe: Probe): Promise<string> {
    // Restores first, so that changes of earlier probes, such as sessions, are not counted.
    if (probe.kind === 'write' && !this.isClean) await this.snapshot.restore()
    this.isClean = probe.kind === 'write'
    const text = await probe.run()
    if (probe.kind !== 'write') return text
    const changed = await this.snapshot.restore()
    const stray = changed.find(({ scope }) => this.others.some((account) => scope.includes(account)))
    if (stray) return `problem: ${probe.label} changes ${stray.scope}`
    return [text.replace(RANDOM, ''), ...changed.map(({ scope, content }) => `${scope}: ${content}`)].join(
      '\n',
    )
  }

  /**
   * Returns the probes whose outcome changes when they are repeated with all protections. They could not
   * detect a removal.
   */
  async findUnstable(): Promise<string[]> {
    const found: string[] = []
    // Refusals have fixed texts.
    for (const { probe, text } of this.recorded.filter((one) => one.probe.kind !== 'refused')) {
      const now = await this.outcomeOf(probe)
      if (now !== text) found.push(`${probe.label}\n${firstDifference(text, now)}`)
    }
    await this.snapshot.restore()
    return found
  }

  /**
   * Returns the probes whose outcome with all protections changed during the check, which makes their results
   * invalid.
   */
  findDrifted(): string[] {
    return [...this.drifted]
  }

  /** Returns the outcomes that violate the policy with all protections in place. */
  findProblems(): string[] {
    return this.recorded.map(({ text }) => text).filter((text) => text.startsWith('problem'))
  }

  /**
   * Runs every probe with these protections removed. Returns the first violation or changed outcome, or null.
   */
  async detectAny(protections: readonly Protection[]): Promise<string | null> {
    const reason = await without(protections, async () => {
      for (const { probe } of this.recorded.filter(isReadOnly)) {
        const now = await probe.run()
        if (now.startsWith('problem')) return now
      }
      return null
    })
    const [changed] = await this.snapshot.restore()
    if (reason !== null || changed !== undefined) return reason ?? `${changed!.scope} changed`
    return this.firstChangedOutcome(
      protections,
      this.recorded.filter(({ probe }) => probe.kind === 'write'),
    )
  }

  private async detect(protection: Protection, among: readonly RecordedProbe[]): Promise<string | null> {
    const malformed = among.filter(({ probe }) => probe.kind === 'malformed')
    const forged = protection.kind === 'named' ? among.filter(({ probe }) => probe.kind === 'forged') : []
    const reasonOfMalformed = await without([protection], () => this.firstChange([...malformed, ...forged]))
    await this.snapshot.restore()
    if (reasonOfMalformed !== null) return reasonOfMalformed
    const readOnly = spread(among.filter(isReadOnly), MAX_PROBES)
    const reason = await without([protection], () => this.firstChange(readOnly))
    const [changed] = await this.snapshot.restore()
    if (reason !== null) return reason
    if (changed !== undefined) return `${changed.scope} changed`
    return this.firstChangedOutcome(
      [protection],
      among.filter(({ probe }) => probe.kind === 'write'),
    )
  }

  private async firstChangedOutcome(
    protections: readonly Protection[],
    writes: readonly RecordedProbe[],
  ): Promise<string | null> {
    for (const { probe, text } of writes) {
      const now = await without(protections, () => this.outcomeOf(probe))
      if (now === text) continue
      if (now.startsWith('problem')) return now
      const again = await this.outcomeOf(probe)
      if (again === text) return `${probe.label} has another outcome`
      this.drifted.add(`${probe.label}\n${firstDifference(text, again)}`)
    }
    return null
  }

  async find(protection: Protection): Promise<Finding> {
    const among = this.probesReaching(protection)
    if (among.length === 0) return { outcome: 'not reached' }
    const by = await this.detect(protection, among)
    return by === null ? { outcome: 'undetected' } : { outcome: 'detected', by }
  }

  /**
   * For an undetected removal: finds a protection of `first` that refuses before it, or forms a pair with it.
   */
  async findBehind(
    protection: Protection,
    first: readonly Protection[],
    outcome: 'redundant' | 'paired' = 'redundant',
  ): Promise<Finding> {
    const behind = await this.findFirstProtection(protection, this.probesReaching(protection), first)
    return behind === null ? { outcome: 'undetected' } : { outcome, behind }
  }

  /**
   * Returns the protections of `among` that probes reach only after the removal. They may be the other half
   * of a pair.
   */
  async findReachedWithout(protection: Protection, among: readonly Protection[]): Promise<Protection[]> {
    const reached = new Set<string>()
    if (among.length === 0) return []
    for (const { probe, guards } of spread(this.probesReaching(protection), MAX_BEHIND)) {
      await without([protection], probe.run)
      for (const id of checkedGuards()) if (!guards.has(id)) reached.add(id)
    }
    await this.snapshot.restore()
    return among.filter(({ id }) => reached.has(id))
  }

  private probesReaching({ id, route }: Protection): RecordedProbe[] {
    return this.recorded.filter(({ probe, guards }) => (route ? probe.route === route : guards.has(id)))
  }

  private async firstChange(readOnly: readonly RecordedProbe[]): Promise<string | null> {
    for (const { probe, text } of readOnly) {
      const now = await probe.run()
      if (now.startsWith('problem') && now !== text) return now
      // Ignores replies that differ each time.
      if (now !== text && (await probe.run()) === now) return `${probe.label} has another reply`
    }
    return null
  }

  /** Returns the id of a protection that refuses before this one; null when there is none. */
  private async findFirstProtection(
    protection: Protection,
    among: readonly RecordedProbe[],
    candidates: readonly Protection[],
  ): Promise<string | null> {
    const routes = [...new Set(among.map(({ probe }) => probe.route))].slice(0, MAX_ROUTES)
    for (const route of routes) {
      const all = this.recorded.filter(({ probe }) => probe.route === route)
      const calls = all.filter(({ probe }) => probe.kind !== 'write' && probe.kind !== 'read')
      const reached = new Set(all.flatMap(({ guards }) => [...guards]))
      const ofRoute = candidates.filter((one) => one.route === route)
      const within = candidates
        .filter((one) => one.id !== protection.id && one.kind === protection.kind && reached.has(one.id))
        .sort((one, other) => Number(isNear(other, protection)) - Number(isNear(one, protection)))
      for (const first of [...ofRoute, ...within].slice(0, MAX_FIRST)) {
        const beyond = (await this.recordWithout(first, route, calls)).filter(({ guards }) =>
          guards.has(protection.id),
        )
        if (beyond.length === 0) continue
        const alone = await this.readReplies([first], beyond)
        const both = await this.readReplies([first, protection], beyond)
        // Ignores replies that differ each time.
        if (alone !== both && (await this.readReplies([first], beyond)) === alone) return first.id
      }
    }
    return null
  }

  /** Returns probes of a route with the guards that they reach while `first` is removed. */
  private async recordWithout(
    first: Protection,
    route: Route | null,
    calls: readonly RecordedProbe[],
  ): Promise<RecordedProbe[]> {
    const key = `${first.id} ${route ? nameOf(route) : ''}`
    const known = this.reached.get(key)
    if (known) return known
    const reached: RecordedProbe[] = []
    const [refused, odd] = [calls.filter(isReadOnly), calls.filter((one) => !isReadOnly(one))]
    for (const one of [...spread(odd, MAX_BEHIND), ...spread(refused, MAX_BEHIND)]) {
      await without([first], one.probe.run)
      reached.push({ ...one, guards: checkedGuards() })
    }
    await this.snapshot.restore()
    this.reached.set(key, reached)
    return reached
  }

  /** Returns the replies to these probes while the protections are removed. */
  private async readReplies(
    protections: readonly Protection[],
    calls: readonly RecordedProbe[],
  ): Promise<string> {
    const texts: string[] = []
    for (const { probe } of calls) texts.push((await without(protections, probe.run)).replace(RANDOM, ''))
    await this.snapshot.restore()
    return texts.join('\n')
  }
}

/** True for probes that change nothing while all protections are in place. */
const isReadOnly = ({ probe }: RecordedProbe): boolean => probe.kind === 'refused' || probe.kind === 'read'

/** True for guards in the same room or the same part of the platform. */
const isNear = (one: Protection, other: Protection): boolean => folderOf(one) === folderOf(other)
const folderOf = ({ id }: Protection): string => id.split('/').slice(0, 3).join('/')

/** Returns an excerpt of each text around their first difference. */
function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return [one, other].map((text) => text.slice(Math.max(0, at - 60), at + 60)).join('\n')
}

/** Ids, tokens, processor references and link tokens. */
const RANDOM = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|eyJ[\w.-]+|\b(?:sb|tok)\w*_[\w-]+|token=[\w-]+/g

/** Selects at most `limit` probes, spread over the routes. */
function spread(list: readonly RecordedProbe[], limit: number): RecordedProbe[] {
  const rows = [...Map.groupBy(list, ({ probe }) => probe.route).values()]
  const step = Math.max(1, Math.floor(list.length / limit))
  const picked: RecordedProbe[] = []
  const longest = Math.max(0, ...rows.map((row) => row.length))
  for (let at = 0; at < longest; at += 1)
    picked.push(...rows.flatMap((row) => row[(at * step) % row.length] ?? []))
  return [...new Set(picked)].slice(0, limit)
}
