/** A file that breaks `rule` when it is added to the sound checkout, with further files that it needs. */
export type Violation = [rule: string, path: string, text: string, others?: Record<string, string>]
