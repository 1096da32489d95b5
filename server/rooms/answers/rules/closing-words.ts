/** Outcome of a promise whose invoice was closed. */
export const CLOSED = 'The invoice was closed.'

/** Resolution of a dispute whose invoice was paid or closed. */
export const PAID_OR_CLOSED = 'The invoice was paid or closed.'
