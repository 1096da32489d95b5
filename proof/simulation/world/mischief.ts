import type { PostTrouble, SingleCrash, Trouble } from '../commands.ts'

/** Thrown in place of the program going on. From then on its process touches nothing any more. */
export class ProcessDied extends Error {}

/**
 * What goes wrong in the next action of a lane. The database's and the processor's seams ask here at each step; the
 * product knows nothing of it.
 */
export interface Mischief {
  /** Of an action that calls the processor. */
  trouble: Trouble
  /** Of an action that is one transaction. */
  crash: SingleCrash
  /** Which commit of the action records its intent, counted from 0. */
  intent: number
  post: PostTrouble
  /** What is asked to be charged waits until it is let go. */
  holdsBack: boolean
  /** With post 'crash': after so many commits. */
  commitsLeft: number
  commits: number
  /** The processor was asked to do something. */
  called: boolean
  dead: boolean
}

export const noMischief = (): Mischief => ({
  trouble: null,
  crash: null,
  intent: 0,
  post: null,
  holdsBack: false,
  commitsLeft: Number.POSITIVE_INFINITY,
  commits: 0,
  called: false,
  dead: false,
})

export function die(mischief: Mischief): never {
  mischief.dead = true
  throw new ProcessDied('the process died here')
}

/** Does the process die before this commit? */
export function diesBeforeCommit(mischief: Mischief): boolean {
  const { trouble, crash, intent, commits, called, commitsLeft } = mischief
  if (commitsLeft <= 0) return true
  if (trouble === 'before' || crash === 'before') return commits === intent
  return trouble === 'unsettled' && called
}

/** Or once it is through, with nobody told? */
export const diesAfterCommit = ({ trouble, crash, intent, commits, called }: Mischief): boolean =>
  crash === 'settled' ? commits === intent : trouble === 'settled' && called
