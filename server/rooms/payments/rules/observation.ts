/** Context of a processor's report. */
export interface Observation {
  /** The business's own id at the processor. The report must name it as the recipient. */
  readonly recipient: string
  /** Source of the report: reply, reconciler, event, challenge, staff. */
  readonly cause: string
}
