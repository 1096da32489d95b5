/** One result of a check: fine, worth a look, wrong, or not checked and why. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly what: string
  /** The way to mend it. */
  readonly advice?: string
}

export const ok = (what: string): Finding => ({ level: 'ok', what })
export const warning = (what: string, advice: string): Finding => ({ level: 'warning', what, advice })
export const problem = (what: string, advice: string): Finding => ({ level: 'problem', what, advice })
export const skipped = (what: string): Finding => ({ level: 'skipped', what })

const MARKS = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ', skipped: '–       ' } as const

/** Lines for a terminal: the finding, and what to do below it. */
export const describeFinding = ({ level, what, advice }: Finding): string =>
  `${MARKS[level]} ${what}${advice === undefined ? '' : `\n          ${advice}`}`
