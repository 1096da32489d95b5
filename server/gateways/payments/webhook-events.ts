/** An unparsed HTTP request. Header names are in lower case. */
export interface RawRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Epoch milliseconds of arrival, for the signature's tolerance. */
  readonly receivedAt: number
}

/** A notice that an object changed. Its state is always fetched. */
export interface InboxEvent {
  /** Unique at the processor forever. */
  readonly eventId: string
  readonly kind: string
  /** other: an event that is stored and not processed. */
  readonly object: 'payment' | 'refund' | 'connection' | 'other'
  /** The processor's id of the payment or other object that the event is about. */
  readonly objectRef: string
  /** Business that the event belongs to, as the processor names it; null where it doesn't report one. */
  readonly recipient: string | null
}
