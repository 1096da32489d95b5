/** Kinds of messages whose thread a message of a step continues. */
export const THREAD_KINDS = ['invoices.invoice', 'reminders.reminder']
