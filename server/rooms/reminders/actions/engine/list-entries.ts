import type { ReminderToSend } from './read-message-parts.ts'

/** Returns the audit entries of a message, one for each invoice. */
export const listEntries = ({ customer, steps }: Pick<ReminderToSend, 'customer' | 'steps'>) =>
  steps.map(({ invoiceId, stepName }) => ({
    object: { type: 'invoice', id: invoiceId },
    detail: { step: stepName, to: customer.address, customer: customer.id },
  }))
