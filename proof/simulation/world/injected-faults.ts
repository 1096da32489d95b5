import type { SingleCrash, Trouble, WebhookTrouble } from '../commands.ts'

/** Simulates the death of the process: the action stops here and sends no further statement. */
export class ProcessDied extends Error {}

/**
 * The faults to inject into the next action of a lane. The wrappers of the database connections and of the
 * processor read them at each call; the product has no switch for them.
 */
export interface InjectedFaults {
  /** For an action that calls the processor. */
  trouble: Trouble
  /** For an action of one transaction. */
  crash: SingleCrash
  /** Index of the commit that records the action's intent, from 0. */
  intent: number
  webhooks: WebhookTrouble
  /** A copy of each charge request is stored, to reach the processor later. */
  delaysCharges: boolean
  /** Number of commits before the process dies at the next one. */
  commitsLeft: number
  commits: number
  /** The processor has performed a call of this action. */
  called: boolean
  dead: boolean
}

export const noInjectedFaults = (): InjectedFaults => ({
  trouble: null,
  crash: null,
  intent: 0,
  webhooks: null,
  delaysCharges: false,
  commitsLeft: Number.POSITIVE_INFINITY,
  commits: 0,
  called: false,
  dead: false,
})

export function crashProcess(faults: InjectedFaults): never {
  faults.dead = true
  throw new ProcessDied('the process died here')
}

/** Whether the process dies before this commit. */
export function diesBeforeCommit(faults: InjectedFaults): boolean {
  const { trouble, crash, intent, commits, called, commitsLeft } = faults
  if (commitsLeft <= 0) return true
  if (trouble === 'before' || crash === 'before') return commits === intent
  return trouble === 'unsettled' && called
}

/** Whether the process dies after this commit, before it sends the response. */
export const diesAfterCommit = ({ trouble, crash, intent, commits, called }: InjectedFaults): boolean =>
  crash === 'settled' ? commits === intent : trouble === 'settled' && called
