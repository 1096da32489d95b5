/** With what a processor's word comes. */
export interface Observation {
  /** The business's own id at the processor: whom its answers must name as the recipient. */
  readonly recipient: string
  /** Who brings it: reply, reconciler, event, challenge, staff. */
  readonly cause: string
}
